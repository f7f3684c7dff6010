# Runs one PostgreSQL server and executes commands from standard input, one per line, each answered
# with one line. At the end of the input it stops the server and deletes the folder.
# $1: the folder of PostgreSQL's programs, $2: the server's folder, $3: its port.
bin=$1 folder=$2 port=$3
data=$folder/data log=$folder/log pid=

# Creates the cluster. Only connections of the user `guarded` need a password.
make() {
    "$bin/initdb" -D "$data" -U chuhe --auth=trust -E UTF8 --locale=C --no-sync >"$log" 2>&1 || return
    printf '%s\n' 'host all guarded 127.0.0.1/32 scram-sha-256' 'host all all 127.0.0.1/32 trust' \
        'local all all trust' 'local replication all trust' >"$data/pg_hba.conf"
}

# Retries, because the remains of a killed server can block a new one for a moment.
start() {
    for try in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        "$bin/postgres" -D "$data" -p "$port" -k "$folder" -c listen_addresses=127.0.0.1 \
            -c max_connections=200 -c shared_buffers=64MB -c log_min_messages=fatal "$@" \
            >>"$log" 2>&1 &
        pid=$!
        while kill -0 "$pid" 2>/dev/null; do
            "$bin/pg_isready" -q -h 127.0.0.1 -p "$port" && return 0
            sleep 0.05
        done
        wait "$pid"
        sleep 0.1
    done
    return 1
}

# Kills all processes at once, as a crash of the machine would.
kill_all() {
    children=$(cat "/proc/$pid/task/$pid/children" 2>/dev/null)
    kill -STOP "$pid"
    kill -9 "$pid" $children
    wait "$pid" 2>/dev/null
}

run_sql() {
    "$bin/psql" -q -v ON_ERROR_STOP=1 -h "$folder" -p "$port" -U chuhe -d "$1" -c "$2" >>"$log" 2>&1
}

# Runs a test's script with PostgreSQL's programs in its PATH, connected to this server by default.
run_script() {
    PATH=$bin:$PATH PGHOST=$folder PGPORT=$port PGUSER=chuhe PGDATABASE=postgres \
        sh -eu "$1" >>"$log" 2>&1
}

answer() {
    if "$@"; then echo done; else echo "failed: $(tail -n 3 "$log" | tr '\n' ' ')"; fi
}

answer make
while read -r word; do
    case $word in
    start) answer start ;;
    start-unsafe) answer start -c fsync=off ;;
    kill) kill_all; echo done ;;
    stop) kill -INT "$pid"; wait "$pid"; echo done ;;
    data\ *) data=$folder/${word#data }; echo done ;;
    run\ *) answer run_script "${word#run }" ;;
    database\ *) answer run_sql postgres "CREATE DATABASE ${word#database }" ;;
    sql\ *)
        rest=${word#sql }
        answer run_sql "${rest%% *}" "${rest#* }" ;;
    esac
done
[ -n "$pid" ] && kill -QUIT "$pid" 2>/dev/null
wait
rm -rf "$folder"
