#!/bin/bash
# Tests the package on a Debian system without anything else: installation, start, restart, upgrade,
# removal. `cargo xtask dist` runs it. Each line of /trial.out is a completed step, and the last one
# is "passed".
exec >/trial.out 2>&1
set -u

fail() {
    echo "FAILED: $1"
    journalctl --no-pager --unit 'chuhe*' | tail -n 40
    exit 1
}

# Prints the first line of the response to a path on a port.
ask() {
    exec 3<>"/dev/tcp/127.0.0.1/$1" || return 1
    printf 'GET %s HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nConnection: close\r\n\r\n' "$2" "$1" >&3
    head -n 1 <&3 | tr -d '\r'
    exec 3>&-
}

# Repeats a command until it succeeds, for 30 s at most.
until_so() {
    for _ in $(seq 150); do
        "$@" && return 0
        sleep 0.2
    done
    return 1
}

answers() {
    [ "$(ask "$1" /healthz 2>/dev/null)" = "HTTP/1.1 200 OK" ]
}

systemctl is-active --quiet chuhe || fail "the service does not run"
answers 8686 || fail "no answer although the service reports that it is ready"
[ "$(ask 8686 /)" = "HTTP/1.1 200 OK" ] || fail "the pages are not served"
[ "$(stat -c '%U %a' /var/lib/chuhe)" = "chuhe 700" ] || fail "the data folder has wrong permissions"
[ "$(stat -c '%U:%G %a' /etc/chuhe/chuhe.toml)" = "root:chuhe 640" ] || fail "the settings file has wrong permissions"
pid=$(systemctl show --property=MainPID --value chuhe)
[ "$(stat -c %U "/proc/$pid")" = chuhe ] || fail "the service runs as the wrong user"
grep -q '^NoNewPrivs:.*1' "/proc/$pid/status" || fail "the service can gain privileges"
echo "installed, started, answers"

runuser -u chuhe -- chuhe serve --config /etc/chuhe/chuhe.toml --check >/dev/null \
    || fail "--check rejects the default settings"
kill -KILL "$pid"
other() { [ "$(systemctl show --property=MainPID --value chuhe)" != "$pid" ] && answers 8686; }
until_so other || fail "not restarted after a kill"
echo "restarted after a kill"

dpkg --install /chuhe.deb >/dev/null || fail "the package cannot be upgraded"
until_so answers 8686 || fail "not restarted after an upgrade"
echo "restarted after an upgrade"

for node in a b; do
    port=$([ "$node" = a ] && echo 8701 || echo 8702)
    printf 'data = "/var/lib/chuhe-%s"\nlisten = "127.0.0.1:%s"\n' "$node" "$port" \
        >"/etc/chuhe/$node.toml"
    systemctl start "chuhe@$node" || fail "node $node does not start"
    answers "$port" || fail "node $node does not answer"
done
systemctl stop 'chuhe@*'
echo "two nodes started from the template unit"

sed -i 's/^listen.*/lisen = "127.0.0.1:8686"/' /etc/chuhe/chuhe.toml
systemctl restart chuhe && fail "the service starts with invalid settings"
wrong() { journalctl --unit chuhe | grep -q 'chuhe.toml:[0-9]*: lisen: unknown setting'; }
until_so wrong || fail "the log does not name the invalid setting"
echo "an invalid setting is named in the log"

dpkg --purge chuhe >/dev/null || fail "the package cannot be removed"
systemctl is-active --quiet chuhe && fail "the service still runs after removal"
[ -e /var/lib/chuhe/chuhe.db ] || fail "the games were deleted"
[ ! -e /etc/chuhe/chuhe.toml ] || fail "the settings were not deleted"
echo "removed, the games are kept"
echo passed
