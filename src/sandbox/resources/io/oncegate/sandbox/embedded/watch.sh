# Ends the servers of one sandbox, and removes their folder, once the sandbox is gone.
#
# $1 is the folder; it holds a file NAME.pid for each server. The sandbox alone holds the other end of standard input,
# and the kernel closes it however the sandbox ends: asked to, by a crash, by kill -9.
cat >/dev/null

signal() {
  for file in "$1"/*.pid; do
    [ -f "$file" ] && kill "-$2" "$(cat "$file")" 2>/dev/null
  done
}

any_alive() {
  for file in "$1"/*.pid; do
    [ -f "$file" ] && kill -0 "$(cat "$file")" 2>/dev/null && return 0
  done
  return 1
}

# To PostgreSQL and Redis alike SIGINT means: now, and tidily.
signal "$1" INT
tenths=0
while any_alive "$1" && [ "$tenths" -lt 50 ]; do
  sleep 0.1
  tenths=$((tenths + 1))
done
signal "$1" KILL
rm -rf "$1"
