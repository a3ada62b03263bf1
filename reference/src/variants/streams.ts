import type { Change } from '../behaviour.ts';
import { chunks, inChunks, isStreamed, replies } from '../change/answers.ts';
import { absent } from '../change/pointer.ts';
import { events, writes } from '../change/streams.ts';
import type { Json } from '../completion-types.ts';
import type { Variant } from '../deviation.ts';
import { withHeader } from '../message.ts';
import { variants } from './variant.ts';

/** Writes the bytes of streams in pieces of this many. */
const inPieces = (size: number, delayMs = 0): Change =>
  writes((all) => {
    const bytes = Buffer.concat(all.map((write) => write.bytes));
    const pieces = [];
    for (let at = 0; at < bytes.length; at += size) {
      pieces.push({ bytes: bytes.subarray(at, at + size), ...(delayMs ? { delayMs } : {}) });
    }
    return pieces;
  });

const first = (chunk: Json, seen: Set<number>): Json[] =>
  chunk.choices.filter((c: Json) => !seen.has(c.index));

/** How streams may be written (6). */
export const streams: readonly Variant[] = [
  ...variants('stream-space', [
    [
      'stream/no-space',
      '6',
      'data: is not followed by a space',
      events((all) => all.map((e) => e.replace(/^data: /, 'data:'))),
    ],
  ]),
  ...variants('stream-line-ends', [
    ['stream/crlf', '6', 'lines end with CRLF', events((all) => all.map((e) => e.replaceAll('\n', '\r\n')))],
    [
      'stream/mixed-line-ends',
      '6',
      'some lines end with CRLF',
      events((all) => all.map((e, i) => (i % 2 ? e.replaceAll('\n', '\r\n') : e))),
    ],
  ]),
  ...variants('stream-writes', [
    ['stream/byte-by-byte', '6', 'each byte is written separately', inPieces(1)],
    ['stream/three-bytes', '6', 'three bytes are written at a time, which splits characters', inPieces(3)],
    [
      'stream/one-write',
      '6',
      'the whole stream is one write',
      writes((all) => [{ bytes: Buffer.concat(all.map((w) => w.bytes)) }]),
    ],
    [
      'stream/slow',
      '6',
      'a second passes between two chunks',
      writes((all) => all.map((w) => ({ ...w, delayMs: 1000 }))),
    ],
  ]),
  ...variants('stream-type', [
    [
      'stream/charset',
      '6',
      'the media type has a charset',
      replies(isStreamed, (reply) => withHeader(reply, 'Content-Type', 'text/event-stream; charset=utf-8')),
    ],
    [
      'stream/proxy-headers',
      '6',
      'headers tell proxies not to buffer streams',
      replies(isStreamed, (reply) =>
        withHeader(withHeader(reply, 'Cache-Control', 'no-cache'), 'X-Accel-Buffering', 'no'),
      ),
    ],
  ]),
  ...variants('stream-role', [
    [
      'stream/role-always',
      '6',
      'every delta has the role',
      chunks((all) =>
        all.map((c) => ({
          ...c,
          choices: c.choices.map((x: Json) => ({ ...x, delta: { role: 'assistant', ...x.delta } })),
        })),
      ),
    ],
    [
      'stream/role-alone',
      '6',
      'the role is in a separate delta',
      chunks((all) => {
        const seen = new Set<number>();
        return all.flatMap((chunk) => {
          const fresh = first(chunk, seen);
          for (const choice of fresh) seen.add(choice.index);
          const roles = fresh.map((c) => ({
            ...c,
            delta: { role: 'assistant', content: '' },
            finish_reason: null,
            logprobs: undefined,
          }));
          const rest = {
            ...chunk,
            choices: chunk.choices.map((c: Json) => {
              const { role: _, ...delta } = c.delta;
              return { ...c, delta };
            }),
          };
          return roles.length > 0 ? [{ ...chunk, usage: undefined, choices: roles }, rest] : [rest];
        });
      }),
    ],
  ]),
  ...variants('stream-first-chunk', [
    [
      'stream/filter-results-first',
      '6',
      'the first chunk has no choices',
      chunks((all) => [{ ...all[0], choices: [], prompt_filter_results: [], usage: undefined }, ...all]),
    ],
  ]),
  ...variants('stream-finish-null', [
    [
      'stream/finish-left-out',
      '6',
      'finish_reason is absent until the end',
      inChunks('/choices/*/finish_reason', (v) => v ?? undefined),
    ],
  ]),
  ...variants('stream-empty-deltas', [
    [
      'stream/empty-deltas',
      '6',
      'some deltas are empty',
      chunks((all) =>
        all.flatMap((c, i) =>
          i === 0 && c.choices.length > 0 && c.choices[0].finish_reason == null
            ? [
                c,
                {
                  ...c,
                  usage: undefined,
                  choices: c.choices.map((x: Json) => ({
                    ...x,
                    delta: { content: '' },
                    logprobs: undefined,
                  })),
                },
              ]
            : [c],
        ),
      ),
    ],
  ]),
  ...variants('stream-halves', [
    [
      'stream/emoji-in-halves',
      '6',
      'an emoji is split between two chunks as escaped surrogates',
      chunks((all) => all.flatMap(halved)),
    ],
  ]),
  ...variants('stream-chunk-members', [
    [
      'stream/fingerprint',
      '6',
      'chunks have system_fingerprint and service_tier',
      chunks((all) => all.map((c) => ({ ...c, system_fingerprint: 'fp_1', service_tier: 'default' }))),
    ],
    [
      'stream/obfuscation',
      '6',
      'chunks are padded',
      chunks((all) => all.map((c, i) => ({ ...c, obfuscation: 'x'.repeat((i * 7) % 16) }))),
    ],
  ]),
  ...variants('stream-interleaved', [
    [
      'stream/choices-interleaved',
      '6',
      'the chunks of several choices are interleaved',
      chunks((all) => {
        const queues = new Map<number, Json[]>();
        const rest: Json[] = [];
        for (const chunk of all) {
          const index = chunk.choices?.[0]?.index;
          if (index === undefined) rest.push(chunk);
          else queues.set(index, [...(queues.get(index) ?? []), chunk]);
        }
        const turns = Math.max(0, ...[...queues.values()].map((q) => q.length));
        const taken: Json[] = [];
        for (let i = 0; i < turns; i++)
          for (const queue of queues.values()) if (queue[i]) taken.push(queue[i]!);
        return usageAtTheEnd([...taken, ...rest]);
      }),
    ],
  ]),
  ...variants('stream-notes', [
    [
      'stream/note-first',
      '6',
      'streams begin with a comment that the request is queued',
      (before) => ({
        payloads: (all, request) => ['{"message":"queued"}', ...before.payloads(all, request)],
      }),
      { mayWarn: ['stream/*', 'client/*'] },
    ],
  ]),
  ...variants('stream-call-type', [
    [
      'stream/call-type-left-out',
      '2.3',
      'fragments of calls have no type',
      inChunks('/choices/*/delta/tool_calls/*/type', absent),
      { mayWarn: ['client/*'] },
    ],
  ]),
];

/**
 * A chunk whose content begins with an emoji as two of them; others unchanged. The second one has the other
 * members.
 */
function halved(chunk: Json): Json[] {
  const [choice] = chunk.choices ?? [];
  const content: unknown = choice?.delta?.content;
  const at = typeof content === 'string' ? content.search(/[\ud800-\udbff][\udc00-\udfff]/) + 1 : 0;
  if (typeof content !== 'string' || at === 0) return [chunk];
  const { usage: _, ...bare } = chunk;
  const { logprobs: __, ...begun } = choice;
  const before = { ...begun, delta: { ...choice.delta, content: content.slice(0, at) }, finish_reason: null };
  const after = { ...choice, delta: { content: content.slice(at) } };
  return [
    { ...bare, choices: [before] },
    { ...chunk, choices: [after] },
  ];
}

/** The same chunks with the last usage where it belongs, should another one have come to stand behind it. */
function usageAtTheEnd(all: readonly Json[]): Json[] {
  const told = all.findLastIndex((c) => c.usage);
  if (told < 0 || told === all.length - 1) return [...all];
  const { usage, ...bare } = all[told]!;
  return all.map((c, i) => (i === told ? bare : i === all.length - 1 ? { ...c, usage } : c));
}
