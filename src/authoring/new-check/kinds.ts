import { open } from './open.ts';
import { faultEntry, judgeName, MARK, type Parts, recordHead, slugOf, unwritten } from './parts.ts';
import type { Kind, WantedCheck } from './wanted.ts';

const FAULTS = 'reference/src/faults';

/** A rule that is judged in the body of each completion. */
function body(wanted: WantedCheck): Parts {
  const [name, slug] = [judgeName(wanted), slugOf(wanted.id)];
  return {
    record: {
      path: 'src/judge/completion/body-rules.ts',
      list: 'export const BODY_RULES: readonly Rule<CompletionAsked>[] = [',
      imports: [{ names: [name], from: `./${slug}.ts` }],
      text: `  {\n${recordHead(wanted)}\n    judge: ${name},\n  },`,
    },
    judge: {
      path: `src/judge/completion/${slug}.ts`,
      text: `import type { Finding } from '../../vocabulary/check.ts';
import { finding, show } from '../finding.ts';
import type { BodyTable, Completion } from '../table.ts';

/** ${MARK} what holds of each body. */
export function ${name}({ exchange, body }: Completion): Finding[] {
  if (body.member === undefined) ${unwritten(wanted)}
  return [finding(exchange, '${MARK} what should be there', show(body.member), 'body /member')];
}

export const table: BodyTable = {
  check: '${wanted.id}',
  of: 'body',
  judge: ${name},
  rows: [
    ['${MARK} a body that keeps it', {}, 'holds'],
    ['${MARK} one that breaks it', {}, 'body /member'],
  ],
};
`,
    },
    fault: {
      path: `${FAULTS}/completion/meaning.ts`,
      list: 'export const meanings: readonly Fault[] = [',
      imports: [{ names: ['answer'], from: '../../change/answers.ts' }],
      text: faultEntry(wanted, 'answer((json) => json)'),
    },
  };
}

/** A rule that is judged in the chunks of each stream. */
function stream(wanted: WantedCheck): Parts {
  const [name, slug] = [judgeName(wanted), slugOf(wanted.id)];
  return {
    record: {
      path: 'src/judge/stream/chunk-rules.ts',
      list: 'export const CHUNK_RULES: readonly ChunkRule[] = [',
      imports: [{ names: [name], from: `./${slug}.ts` }],
      text: `  {\n${recordHead(wanted)}\n    judge: ${name},\n  },`,
    },
    judge: {
      path: `src/judge/stream/${slug}.ts`,
      text: `import type { Finding } from '../../vocabulary/check.ts';
import { finding, show } from '../finding.ts';
import type { ParsedStream } from '../parsed-stream.ts';
import type { StreamTable } from '../table.ts';
import { placeIn } from './parts.ts';

/** ${MARK} what holds of the chunks of a stream. */
export function ${name}({ exchange, chunks }: ParsedStream): Finding[] {
  const odd = chunks.find(({ json }) => json.member !== undefined);
  if (!odd) ${unwritten(wanted)}
  return [finding(exchange, '${MARK} what should be there', show(odd.json.member), placeIn(odd, '/member'))];
}

export const table: StreamTable = {
  check: '${wanted.id}',
  of: 'stream',
  judge: ${name},
  rows: [
    ['${MARK} a stream that keeps it', [{}], 'holds'],
    ['${MARK} one that breaks it', [{}], 'byte 0 /member'],
  ],
};
`,
    },
    fault: {
      path: `${FAULTS}/stream/chunks.ts`,
      list: 'export const chunkShapes: readonly Fault[] = [',
      imports: [{ names: ['chunks'], from: '../../change/answers.ts' }],
      text: faultEntry(wanted, 'chunks((all) => all)'),
    },
  };
}

/** A request that has to be rejected: sections 2.2 to 2.6 have the nested members. */
function request(wanted: WantedCheck, suite: string): Parts {
  const flaw = /^2\.[2-6]$/.test(wanted.clauses[0]) ? 'nested' : 'unknown';
  const [name, slug] = [judgeName(wanted), slugOf(wanted.id)];
  return {
    record: {
      path: suite,
      list: SUITE_LIST,
      imports: [
        { names: ['control', 'plainControl', 'plainRow', 'settled'], from: '../src/requests/ask.ts' },
        { names: ['badPost'], from: '../src/requests/probes.ts' },
        { names: ['answerKey'], from: '../src/vocabulary/answer-key.ts' },
        { names: ['type Exchange'], from: '../src/vocabulary/exchange.ts' },
        { names: [name], from: `../src/judge/requests/${slug}.ts` },
      ],
      text: `  {
${recordHead(wanted)}
    async run(context) {
      const { body } = plainRow(context.model);
      await control(context, plainRow(context.model));
      const what = '${MARK} what is wrong with the request';
      const bad = { constraint: '${wanted.id}', kind: '${flaw}', among: 'alone' } as const;
      // ${MARK} the members that differ from a valid request
      const post = badPost(what, { ...body, max_tokens: 1 }, bad);
      await context.verify(async (ask) => {
        const key = answerKey<Exchange>('${wanted.id}');
        const exchange = await ask.shared(key, (own) => settled(own, post, plainControl(body)));
        return { exchange, what };
      }, ${name});
    },
  },`,
    },
    judge: {
      path: `src/judge/requests/${slug}.ts`,
      text: `import type { Finding } from '../../vocabulary/check.ts';
import { type RefusalEvidence, refusal } from '../refusal.ts';
import type { AnswerTable } from '../table.ts';

/** ${MARK} the kind of flaw, as RefusalKind lists them; it decides on the expected status. */
export function ${name}(evidence: RefusalEvidence): readonly Finding[] {
  if (evidence.what !== '') ${unwritten(wanted)}
  return refusal('${flaw}')(evidence);
}

export const table: AnswerTable = {
  check: '${wanted.id}',
  of: 'answer',
  judge: ${name},
  rows: [
    ['${MARK} the expected status', { status: 422 }, 'holds'],
    ['${MARK} accepted', { status: 200 }, 'status'],
  ],
};
`,
    },
    fault: {
      path: `${FAULTS}/request/habits.ts`,
      list: 'export const habits: readonly Fault[] = [',
      imports: [{ names: ['beforeValidation'], from: '../../change/requests.ts' }],
      text: faultEntry(wanted, "beforeValidation('', (body) => body)"),
    },
  };
}

/** A rule for the records of one response. */
function usage(wanted: WantedCheck, suite: string): Parts {
  const [name, slug] = [judgeName(wanted), slugOf(wanted.id)];
  return {
    record: {
      path: suite,
      list: SUITE_LIST,
      imports: [
        { names: ['someRange'], from: '../src/usage/history/closed-range.ts' },
        { names: [name], from: `../src/usage/judge/${slug}.ts` },
      ],
      text: `  {
${recordHead(wanted)}
    restsOn: ['usage/stats-is-array'],
    run: async (context) =>
      void (await context.verify(async (ask) => (await someRange(context, ask)).first, ${name})),
  },`,
    },
    judge: {
      path: `src/usage/judge/${slug}.ts`,
      text: `import type { Finding } from '../../vocabulary/check.ts';
import type { Page } from '../walk/page.ts';
import { breach, quoted } from './finding.ts';
import type { RecordsTable } from './table.ts';

/** ${MARK} what holds of the records of one answer. */
export function ${name}({ exchange, records }: Page): Finding[] {
  const odd = records.findIndex((record) => record.member !== undefined);
  if (odd < 0) ${unwritten(wanted)}
  const actual = quoted(String(records[odd]!.member));
  return [breach(exchange, \`body /\${odd}/member\`, '${MARK} what should be there', actual)];
}

export const table: RecordsTable = {
  check: '${wanted.id}',
  of: 'records',
  judge: ${name},
  rows: [
    ['${MARK} records that keep it', [{}], 'holds'],
    ['${MARK} records that break it', [{}], 'body /0/member'],
  ],
};
`,
    },
    fault: {
      path: `${FAULTS}/usage/members.ts`,
      list: 'export const usageMembers: readonly Fault[] = [',
      imports: [{ names: ['inRecords'], from: '../../change/usage.ts' }],
      text: faultEntry(wanted, "inRecords('', (record) => record)"),
    },
  };
}

/** The list of checks in a file of a section. */
export const SUITE_LIST = 'export const checks: readonly Check[] = [';

/** The parts of a check of each kind; `suite` is the file of its section. */
export const PARTS: Readonly<Record<Kind, (wanted: WantedCheck, suite: string) => Parts>> = {
  body,
  stream,
  request,
  usage,
  open: (wanted, suite) => open(wanted, suite, SUITE_LIST),
};
