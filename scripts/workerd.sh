#!/bin/sh
# Runs workerd, and ends it when the server that started it has ended, even by SIGKILL, to free the port and the database.
# exec keeps the process id: $$ is that of workerd.
server=$PPID
(
  while kill -0 "$server" 2>/dev/null && kill -0 $$ 2>/dev/null; do sleep 0.3; done
  kill -9 $$ 2>/dev/null
) </dev/null >/dev/null 2>&1 3>&- 4>&- &
exec "$WORKERD" "$@"
