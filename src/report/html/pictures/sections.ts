import { VERDICTS } from '../../../vocabulary/verdict.ts';
import { html, type Markup } from '../../markup.ts';
import type { Report, ReportCheck } from '../../model.ts';
import { bySection, sectionOf } from '../../sections.ts';
import { FOREIGN } from '../../verdict-map.ts';
import { bar, HEIGHT, picture, strip } from './chart.ts';
import type { Drawn } from './gather.ts';

/** Completions that checks of several sections share. */
const SHARED = 'shared';

/**
 * Each section of the contract: the verdicts of its checks, and their requests. A request belongs to the check that
 * sent it.
 */
export function sectionsPicture(report: Report, { paid, sent }: Drawn): Markup | false {
  const checks = bySection(report.checks.filter((c) => c.verdict !== 'skipped'));
  const sections = new Map<string, string>(report.checks.map((c) => [c.id, sectionOf(c)]));
  const costs = new Map([...checks.keys(), SHARED].map((s) => [s, { requests: 0, billed: 0 }]));
  const costOf = (owner: string) => {
    const [area, name = ''] = owner.replace(/#\d+$/, '').split('/');
    return costs.get(sections.get(`${area}/${name}`) ?? SHARED) ?? costs.get(SHARED)!;
  };
  for (const [owner, many] of sent) costOf(owner).requests += many;
  for (const { owner, choices } of paid) costOf(owner).billed += choices;
  const most = Math.max(1, ...[...costs.values()].map((c) => c.requests));
  const used = VERDICTS.filter((v) => v !== 'skipped' && report.counts[v] > 0);
  return picture(
    'Checks and cost by section',
    html`${used.map((v) => html`<span class="key"><svg class="patch" width="12" height="12" aria-hidden="true">${bar(0, 1, v, 0, 12)}</svg> ${FOREIGN[v].word} ${report.counts[v]}</span> `)}`,
    ['Section', 'Checks', 'Not passed', 'Requests', 'Sent', 'Billed'],
    [...costs]
      .filter(([section, c]) => checks.has(section) || c.requests > 0)
      .map(([section, { requests, billed }]) => {
        const members = checks.get(section) ?? [];
        return {
          cells: [
            section === SHARED
              ? 'shared by several sections'
              : html`<a href="#checks?section=${section}">${section} ${report.clauses[section] ?? ''}</a>`,
            members.length === 0 ? '' : stack(members),
            notPassed(members),
            strip(requests > 0 && bar(0, requests / most, 'fill')),
            requests,
            billed,
          ],
        };
      }),
  );
}

/** One bar from left to right: the verdicts in the order of interest. */
function stack(members: readonly ReportCheck[]): Markup {
  let from = 0;
  const shapes = VERDICTS.map((verdict) => {
    const part = members.filter((c) => c.verdict === verdict).length / members.length;
    from += part;
    return part > 0 && bar(from - part, from, verdict, 3, HEIGHT - 3);
  });
  return strip(...shapes);
}

function notPassed(members: readonly ReportCheck[]): string {
  const words = VERDICTS.slice(0, VERDICTS.indexOf('pass')).flatMap((verdict) => {
    const many = members.filter((c) => c.verdict === verdict).length;
    return many > 0 ? [`${FOREIGN[verdict].mark} ${many}`] : [];
  });
  return members.length === 0 ? '' : words.length > 0 ? words.join(' ') : `0 of ${members.length}`;
}
