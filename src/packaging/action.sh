#!/usr/bin/env bash
# The step of action.yml that judges. chatspec writes the outputs and the summary itself, from the run that it made: nothing is
# read back from a folder, so a report that somebody committed is never published. Both streams are one, because the runner
# has to read the lines in their order: it obeys no command between chatspec's first line and its last.
set -euo pipefail
if [ -z "$CHATSPEC_BASE_URL" ] && [ -n "$CHATSPEC_API_KEY$CHATSPEC_NOBALANCE_KEY$CHATSPEC_OTHER_ORG_KEY$CHATSPEC_HEADER" ]; then
  echo 'chatspec: set the input base-url: a configuration does not decide where the keys of the inputs are sent'
  exit 2
fi
if [ -z "$CHATSPEC_OUT" ]; then CHATSPEC_OUT=$(mktemp -d "$RUNNER_TEMP/chatspec-XXXXXX"); fi
export CHATSPEC_OUT
exec "${NODE:-node}" "$ACTION_PATH/src/cli.ts" 2>&1
