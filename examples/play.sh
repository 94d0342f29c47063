#!/bin/sh
# Plays a whole game against an AI player with curl and sed alone: sh examples/play.sh [http://127.0.0.1:8080]
# It plays badly: always the first action that it is offered.
set -eu
base=${1:-http://127.0.0.1:8080}/v1
json='Content-Type: application/json'

member() { sed -n "s/^[^?]*\"$1\":\"\{0,1\}\([^,\"}]*\).*/\1/p"; }

token=$(curl -sf "$base/players" -H "$json" -d '{"name": "Ada"}' | member token)
call() { curl -s --max-time 40 -H "Authorization: Bearer $token" -H "$json" "$@"; }

game=$(call "$base/games" -d '{"seats": [{"type": "me"}, {"type": "ai", "ai_player": "greedy"}]}')
id=$(printf %s "$game" | sed 's/^{"id":"\([^"]*\)".*/\1/')
# Noted before the first turn, it shows later that the cards were dealt from the seed that was fixed then.
commitment=$(printf %s "$game" | sed 's/.*"commitment":"\([^"]*\)".*/\1/')
case $game in '{"id":'*) echo "Playing game $id" ;; *) printf '%s\n' "$game" >&2; exit 1 ;; esac

while :; do
    game=$(call "$base/games/$id")
    case $game in *'"status":"playing"'*) ;; *) break ;; esac
    offer=$(call "$base/games/$id/legal-actions")
    case $offer in
        *'"actions":[]'*)
            # Not our turn: wait for what comes after the events that this view shows.
            last=$(printf %s "$game" | sed 's/.*"last_event":\([0-9]*\).*/\1/')
            call "$base/games/$id/events?after=$last&wait_ms=20000" >/dev/null
            continue ;;
    esac
    etag=$(printf %s "$offer" | sed 's/.*"etag":"\([^"]*\)".*/\1/')
    action=$(printf %s "$offer" | sed 's/.*"actions":\[{"action"://; s/,"notation":.*//')
    # The same key if this very request has to be repeated; another one for the next action.
    call "$base/games/$id/actions" -H "If-Match: \"$etag\"" -H "Idempotency-Key: $etag" -d "$action" >/dev/null
done
printf '%s\n' "$game" | sed 's/.*"result":/Result: /; s/,"fairness".*//'
call "$base/games/$id/record" > "${RECORD:-record.json}"
echo "Check the deal and every action: .venv/bin/splendor verify --commitment $commitment ${RECORD:-record.json}"
