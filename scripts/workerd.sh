#!/bin/sh
# Runs workerd, and ends it when the server that started it is gone: killed in any way, it must not keep the port and the
# database. $$ stays the same through exec: it is workerd's.
server=$PPID
(
  while kill -0 "$server" 2>/dev/null && kill -0 $$ 2>/dev/null; do sleep 0.3; done
  kill -9 $$ 2>/dev/null
) </dev/null >/dev/null 2>&1 3>&- 4>&- &
exec "$WORKERD" "$@"
