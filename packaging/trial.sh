#!/bin/bash
# On a Debian that has nothing but the package: does it start, answer, come back, and go again?
# `cargo xtask dist` runs it; each line of /trial.out says what was so, the last one that all was.
exec >/trial.out 2>&1
set -u

fail() {
    echo "FAILED: $1"
    journalctl --no-pager --unit 'chuhe*' | tail -n 40
    exit 1
}

# The first line of what a path answers on a port.
ask() {
    exec 3<>"/dev/tcp/127.0.0.1/$1" || return 1
    printf 'GET %s HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nConnection: close\r\n\r\n' "$2" "$1" >&3
    head -n 1 <&3 | tr -d '\r'
    exec 3>&-
}

# Tries for half a minute; that bounds a hang.
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
answers 8686 || fail "no answer when it says that it is ready"
[ "$(ask 8686 /)" = "HTTP/1.1 200 OK" ] || fail "no pages"
[ "$(stat -c '%U %a' /var/lib/chuhe)" = "chuhe 700" ] || fail "the folder of the games is open"
[ "$(stat -c '%U:%G %a' /etc/chuhe/chuhe.toml)" = "root:chuhe 640" ] || fail "the settings are open"
pid=$(systemctl show --property=MainPID --value chuhe)
[ "$(stat -c %U "/proc/$pid")" = chuhe ] || fail "it runs as somebody else"
grep -q '^NoNewPrivs:.*1' "/proc/$pid/status" || fail "it may get more rights"
echo "installed, started, answers"

runuser -u chuhe -- chuhe serve --config /etc/chuhe/chuhe.toml --check >/dev/null \
    || fail "its settings are found wrong"
kill -KILL "$pid"
other() { [ "$(systemctl show --property=MainPID --value chuhe)" != "$pid" ] && answers 8686; }
until_so other || fail "killed, and not started again"
echo "killed, and back"

dpkg --install /chuhe.deb >/dev/null || fail "it cannot be installed over itself"
until_so answers 8686 || fail "upgraded, and not started again"
echo "upgraded, and back"

for node in a b; do
    port=$([ "$node" = a ] && echo 8701 || echo 8702)
    printf 'data = "/var/lib/chuhe-%s"\nlisten = "127.0.0.1:%s"\n' "$node" "$port" \
        >"/etc/chuhe/$node.toml"
    systemctl start "chuhe@$node" || fail "node $node does not start"
    answers "$port" || fail "node $node does not answer"
done
systemctl stop 'chuhe@*'
echo "two more by the template"

sed -i 's/^listen.*/lisen = "127.0.0.1:8686"/' /etc/chuhe/chuhe.toml
systemctl restart chuhe && fail "it starts with wrong settings"
wrong() { journalctl --unit chuhe | grep -q 'chuhe.toml:[0-9]*: lisen: there is no such setting'; }
until_so wrong || fail "the log does not say what is wrong"
echo "wrong settings are named in the log"

dpkg --purge chuhe >/dev/null || fail "it cannot be removed"
systemctl is-active --quiet chuhe && fail "it runs on"
[ -e /var/lib/chuhe/chuhe.db ] || fail "the games are gone"
[ ! -e /etc/chuhe/chuhe.toml ] || fail "the settings are left"
echo "removed, the games are kept"
echo passed
