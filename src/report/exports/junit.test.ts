import { parse } from 'junit2json';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { describe, expect, it } from 'vitest';
import { endLine, exchangeLine, facts, finding, result, runLine } from '../../testing/journal.ts';
import type { RecordLine } from '../../vocabulary/record.ts';
import { VERDICTS } from '../../vocabulary/verdict.ts';
import { buildReport } from '../build.ts';
import { visible } from '../text.ts';
import { renderJUnit } from './junit.ts';

const HOSTILE = '</failure>]]><img src=x onerror=alert(1)>\u001b[2J\u202e `x` | **b** \n# h &amp; "q"';
const CATALOGUE = VERDICTS.map((v) => facts(`stream/${v}`, { clauses: v === 'pass' ? ['2.1'] : ['6'] }));
const LINES: RecordLine[] = [
  runLine(CATALOGUE),
  exchangeLine('e1'),
  ...VERDICTS.map((v, i) =>
    result(`stream/${v}`, v, {
      message: HOSTILE,
      findings: v === 'fail' ? [finding({ actual: HOSTILE })] : [],
      durationMs: 7 * i,
    }),
  ),
  endLine(1, VERDICTS.length),
];

async function rendered(lines: readonly RecordLine[] = LINES): Promise<string> {
  return renderJUnit(
    await buildReport(async function* () {
      yield* lines;
    }, {}),
  );
}

/** What build servers take, written down as a schema: names, order and types as in the schema of Jenkins' xUnit plugin. */
const SCHEMA = `<?xml version="1.0"?>
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:simpleType name="time"><xs:restriction base="xs:decimal"><xs:minInclusive value="0"/></xs:restriction></xs:simpleType>
  <xs:attributeGroup name="totals">
    <xs:attribute name="name" type="xs:string" use="required"/>
    <xs:attribute name="tests" type="xs:nonNegativeInteger" use="required"/>
    <xs:attribute name="failures" type="xs:nonNegativeInteger"/>
    <xs:attribute name="errors" type="xs:nonNegativeInteger"/>
    <xs:attribute name="skipped" type="xs:nonNegativeInteger"/>
    <xs:attribute name="time" type="time"/>
  </xs:attributeGroup>
  <xs:complexType name="told" mixed="true"><xs:attribute name="type"/><xs:attribute name="message"/></xs:complexType>
  <xs:element name="testsuites"><xs:complexType><xs:sequence>
    <xs:element ref="testsuite" minOccurs="0" maxOccurs="unbounded"/>
  </xs:sequence><xs:attributeGroup ref="totals"/></xs:complexType></xs:element>
  <xs:element name="testsuite"><xs:complexType><xs:sequence>
    <xs:element name="properties" minOccurs="0"><xs:complexType><xs:sequence>
      <xs:element name="property" maxOccurs="unbounded"><xs:complexType>
        <xs:attribute name="name" type="xs:string" use="required"/><xs:attribute name="value" type="xs:string" use="required"/>
      </xs:complexType></xs:element></xs:sequence></xs:complexType></xs:element>
    <xs:element name="testcase" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:choice minOccurs="0">
        <xs:element name="skipped" type="told"/><xs:element name="failure" type="told"/>
        <xs:element name="error" type="told"/><xs:element name="system-out" type="xs:string"/>
      </xs:choice>
      <xs:attribute name="name" type="xs:string" use="required"/>
      <xs:attribute name="classname" type="xs:string" use="required"/>
      <xs:attribute name="time" type="time"/>
    </xs:complexType></xs:element>
  </xs:sequence><xs:attributeGroup ref="totals"/>
    <xs:attribute name="timestamp" type="xs:dateTime"/><xs:attribute name="hostname" type="xs:string"/>
  </xs:complexType></xs:element>
</xs:schema>`;

it('fits what build servers take', async () => {
  using schema = XmlDocument.fromString(SCHEMA);
  using validator = XsdValidator.fromDoc(schema);
  using document = XmlDocument.fromString(await rendered());
  validator.validate(document);
  using wrong = XmlDocument.fromString('<testsuites name="x" tests="1"><testcase/></testsuites>');
  expect(() => validator.validate(wrong)).toThrow();
});

describe('read by a reader that others wrote', async () => {
  const read = await parse(await rendered());
  if (!read || !('testsuite' in read)) throw new Error('it holds no suites');
  const suites = read.testsuite ?? [];
  const cases = suites.flatMap((s) => s.testcase ?? []);

  it('it has each check once, in a class that no viewer splits', () => {
    expect(new Set(cases.map((c) => c.name)).size).toBe(VERDICTS.length);
    const classes = new Set(cases.map((c) => c.classname));
    expect(classes).toEqual(new Set(['2-1 Completion request', '6 Streams']));
    expect(read).toMatchObject({ tests: 8, failures: 1, errors: 1, skipped: 5 });
  });

  it('it says what was run against what', () => {
    const { properties } = suites[0]!;
    expect(properties).toContainEqual({ name: 'target', value: 'http://service.test' });
    expect(properties).toContainEqual({ name: 'seed', value: 7 });
  });

  it('the time of a check is that of its own exchanges, whichever checks waited for them', () => {
    const sum = (list: readonly { time?: number }[]) => list.reduce((all, { time }) => all + (time ?? 0), 0);
    expect(cases.filter((c) => c.time !== 0).map((c) => [c.name, c.time])).toEqual([['stream/fail', 0.04]]);
    expect([sum(cases), sum(suites), read.time]).toEqual([0.04, 0.04, 0.04]);
  });

  it.each(['warn', 'inconclusive', 'observed'])('%s is skipped, and says so', (verdict) => {
    const found = cases.find((c) => c.name === `stream/${verdict}`);
    expect(found?.skipped).toMatchObject([{ message: expect.stringMatching(`^${verdict}: `) }]);
  });
});

it('nothing foreign is markup', async () => {
  const xml = await rendered();
  expect(xml.match(/<\/failure>/g)).toHaveLength(1);
  expect(xml).not.toContain('<img');
  expect(visible(xml)).toBe(xml);
});

it('a cause is named by what it leaves undecided', async () => {
  const xml = await rendered([
    runLine(['fail', 'blocked'].map((name) => facts(`stream/${name}`))),
    result('stream/fail', 'fail', { findings: [finding()] }),
    result('stream/blocked', 'inconclusive', { blockedBy: 'stream/fail' }),
    endLine(1, 2),
  ]);
  expect(xml).toMatch(
    /name="stream\/blocked"[^>]*>\s*<skipped message="inconclusive: blocked by stream\/fail/,
  );
});
