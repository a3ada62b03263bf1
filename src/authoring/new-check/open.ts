import type { Area } from '../../vocabulary/areas.ts';
import type { Import } from './edit.ts';
import { judgeName, MARK, type Parts, recordHead, unwritten } from './parts.ts';
import type { WantedCheck } from './wanted.ts';

/** The evidence of an open point of an area: how it is gathered, and what its table holds. */
interface Look {
  folder: string;
  imports: readonly Import[];
  /** The lines that gather `found`, or one response. */
  gather: string;
  exchanges: string;
  /** The type of the evidence, its name, and the file that declares it, seen from the folder. */
  evidence: string;
  evidenceName: string;
  evidenceFrom: string;
  table: string;
  tableFrom: string;
  of: string;
  /** The facts that it depends on, as a member of the record. */
  restsOn: string;
  /** Two pieces of evidence as rows of the table. */
  samples: readonly [string, string];
}

const GATHERED: Import = { names: ['gathered'], from: '../src/vocabulary/undecidable.ts' };
const EXCHANGES = '...found.map(({ exchange }) => exchange)';

const BODIES: Look = {
  folder: 'src/judge/completion',
  imports: [{ names: ['completions'], from: '../src/requests/bodies.ts' }, GATHERED],
  gather: 'const found = await gathered(completions(context).map((gather) => gather(context)));',
  exchanges: EXCHANGES,
  evidence: 'readonly Completion[]',
  evidenceName: 'Completion',
  evidenceFrom: '../table.ts',
  table: 'BodiesTable',
  tableFrom: '../table.ts',
  of: 'bodies',
  restsOn: '',
  samples: ['[{}]', '[{}, {}]'],
};

const STREAMS: Look = {
  folder: 'src/judge/stream',
  imports: [{ names: ['streams'], from: '../src/requests/streams.ts' }, GATHERED],
  gather: 'const found = await gathered(streams(context).map((gather) => gather(context)));',
  exchanges: EXCHANGES,
  evidence: 'readonly ParsedStream[]',
  evidenceName: 'ParsedStream',
  evidenceFrom: '../parsed-stream.ts',
  table: 'StreamsTable',
  tableFrom: '../table.ts',
  of: 'streams',
  restsOn: '',
  samples: ['[[{}]]', '[[{}], [{}]]'],
};

const RECORDS: Look = {
  folder: 'src/usage/judge',
  imports: [{ names: ['someRange'], from: '../src/usage/history/closed-range.ts' }],
  gather: 'const { first: found } = await someRange(context, context);',
  exchanges: 'found.exchange',
  evidence: 'Page',
  evidenceName: 'Page',
  evidenceFrom: '../walk/page.ts',
  table: 'RecordsTable',
  tableFrom: './table.ts',
  of: 'records',
  restsOn: "\n    restsOn: ['usage/stats-is-array'],",
  samples: ['[{}]', '[{}, {}]'],
};

const LOOKS: Partial<Record<Area, Look>> = { stream: STREAMS, usage: RECORDS };

/** An open point: the behavior of a service is recorded in a word or two. */
export function open(wanted: WantedCheck, suite: string, list: string): Parts {
  const [area, slug] = wanted.id.split('/') as [Area, string];
  const look = LOOKS[area] ?? BODIES;
  const name = judgeName(wanted);
  const key = area === 'usage' ? `usage-${slug}` : slug;
  return {
    record: {
      path: suite,
      list,
      imports: [...look.imports, { names: [name], from: `../${look.folder}/${slug}.ts` }],
      text: `  {
${recordHead(wanted)}${look.restsOn}
    async run(context) {
      ${look.gather}
      context.observe('${key}', ${name}(found), ${look.exchanges});
    },
  },`,
    },
    judge: {
      path: `${look.folder}/${slug}.ts`,
      text: `${typesOf(look)}

/** ${MARK} what is recorded, in a word or two that stay the same between runs. */
export function ${name}(found: ${look.evidence}): string {
  if (found !== undefined) ${unwritten(wanted)}
  return 'none';
}

export const table: ${look.table} = {
  check: '${wanted.id}',
  of: '${look.of}',
  judge: ${name},
  rows: [
    ['${MARK} what some services do', ${look.samples[0]}, '${MARK} the word for it'],
    ['${MARK} what others do', ${look.samples[1]}, '${MARK} the other word'],
  ],
};
`,
    },
  };
}

function typesOf({ table, tableFrom, evidenceName, evidenceFrom }: Look): string {
  if (evidenceFrom === tableFrom) return `import type { ${table}, ${evidenceName} } from '${tableFrom}';`;
  return `import type { ${evidenceName} } from '${evidenceFrom}';\nimport type { ${table} } from '${tableFrom}';`;
}
