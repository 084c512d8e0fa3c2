#!/bin/sh
# Run once by the image of PostgreSQL: a role that owns the database of Promptcase and nothing else, with the password of
# the superuser.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$(cat "$POSTGRES_PASSWORD_FILE")" --username postgres <<'SQL'
CREATE ROLE promptcase LOGIN PASSWORD :'password';
CREATE DATABASE promptcase OWNER promptcase;
REVOKE CONNECT ON DATABASE promptcase FROM PUBLIC;
SQL
