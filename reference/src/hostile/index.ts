import { body } from './body.ts';
import { tls } from './certificate.ts';
import { connection } from './connection.ts';
import { csv } from './csv.ts';
import { framing } from './framing.ts';
import { headers } from './headers.ts';
import type { Hostile } from './hostile.ts';
import { json } from './json.ts';
import { leak } from './leak.ts';
import { life } from './life.ts';
import { limits } from './limits.ts';
import { people } from './people.ts';
import { redirect } from './redirect.ts';
import { resets } from './reset.ts';
import { stream } from './stream.ts';
import { text } from './text.ts';
import { usage } from './usage.ts';

/** Every hostile service, by category. */
export const HOSTILE: readonly Hostile[] = [
  ...connection,
  ...headers,
  ...body,
  ...framing,
  ...resets,
  ...redirect,
  ...json,
  ...text,
  ...stream,
  ...csv,
  ...usage,
  ...leak,
  ...people,
  ...tls,
  ...life,
  ...limits,
];
