#!/usr/bin/env bash
# The step of action.yml that judges: runs chatspec by the environment, then says what came of it. The exit code is that
# of the run; the outputs are written whatever it is.
set -uo pipefail
node=${NODE:-node}
"$node" "$ACTION_PATH/src/cli.ts"
code=$?
summary="$CHATSPEC_OUT/summary.md"
{
  echo "report=$CHATSPEC_OUT"
  if [ -s "$CHATSPEC_OUT/report.json" ]; then
    "$node" -e '
      const report = JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8"));
      console.log(`verdict=${report.verdict}\nbilled=${report.cost.billed}`);
    ' "$CHATSPEC_OUT/report.json"
  fi
} >>"${GITHUB_OUTPUT:-/dev/null}"
# Where the command itself writes the job's summary there is nothing left to do.
if [ -s "$summary" ] && [ -n "${GITHUB_STEP_SUMMARY:-}" ] && ! grep -qsF 'chatspec' "$GITHUB_STEP_SUMMARY"; then
  cat "$summary" >>"$GITHUB_STEP_SUMMARY"
fi
exit "$code"
