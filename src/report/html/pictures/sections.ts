import type { Report } from '../../model.ts';
import { bySection, sectionOf } from '../../sections.ts';
import type { Markup } from '../markup.ts';
import { bar, picture, strip, WIDTH } from './chart.ts';
import type { Drawn } from './gather.ts';

const SHARED = 'shared';

/** What each section cost: an exchange belongs to the check that asked for it; those that many share stand for themselves. */
export function sectionsPicture(report: Report, { paid, sent }: Drawn): Markup | false {
  const sections = new Map<string, string>(report.checks.map((c) => [c.id, sectionOf(c)]));
  const sectionOfOwner = (owner: string) => {
    const [area, name = ''] = owner.replace(/#\d+$/, '').split('/');
    return sections.get(`${area}/${name}`) ?? SHARED;
  };
  const costs = new Map(
    [...bySection(report.checks).keys(), SHARED].map((s) => [
      s,
      { requests: 0, billed: 0, asked: 0, used: 0 },
    ]),
  );
  for (const [owner, many] of sent) costs.get(sectionOfOwner(owner))!.requests += many;
  for (const { owner, asked, choices, used } of paid) {
    const cost = costs.get(sectionOfOwner(owner))!;
    cost.billed += choices;
    cost.asked += asked;
    cost.used += used ?? 0;
  }
  const rows = [...costs].filter(([, c]) => c.requests > 0);
  const most = Math.max(1, ...rows.map(([, c]) => Math.max(c.asked, c.used)));
  const width = (tokens: number) => (tokens / most) * WIDTH;
  return picture(
    'Cost by section',
    `The upper bar is what was asked for, the lower one what was used, of ${most} completion tokens. Completions that checks of several sections share stand in a row of their own.`,
    ['Section', 'Tokens', 'Requests', 'Billed', 'Asked for', 'Used'],
    rows.map(([section, c]) => ({
      cells: [
        section === SHARED ? SHARED : `${section} ${report.clauses[section] ?? ''}`,
        strip(
          c.asked > 0 && bar(0, width(c.asked), 'outline', 2, 10),
          c.used > 0 && bar(0, width(c.used), 'fill', 12, 20),
        ),
        c.requests,
        c.billed,
        c.asked,
        c.used,
      ],
    })),
  );
}
