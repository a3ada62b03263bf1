import { compile, type JsonSchema, type Validator } from '../contract/schemas.ts';
import type { Answer, Choice } from '../vocabulary/answer.ts';
import type { Finding } from '../vocabulary/check.ts';
import { parseJson } from '../vocabulary/parse-json.ts';
import { placeOfChoice } from './answer.ts';
import { finding, quote } from './finding.ts';

/** The JSON value of a content; undefined if it is not JSON. */
export function contentAsJson({ content }: Choice): unknown {
  try {
    return parseJson(content);
  } catch {
    return undefined;
  }
}

const placeOf = (answer: Answer, choice: Choice) => placeOfChoice(answer, choice, '/message/content');

/** The content of every choice is JSON. */
export function contentParses({ answer }: { answer: Answer }): Finding[] {
  const prose = answer.choices.find((choice) => contentAsJson(choice) === undefined);
  if (!prose) return [];
  const expected = 'JSON content, as response_format requests';
  return [finding(answer.exchange, expected, quote(prose.content), placeOf(answer, prose))];
}

const validators = new Map<string, Validator>();

/** The content of every choice is JSON that matches the schema of the request. */
export function contentFits({ answer, schema }: { answer: Answer; schema: JsonSchema }): Finding[] {
  const key = JSON.stringify(schema);
  const validate = validators.get(key) ?? compile(schema);
  validators.set(key, validate);
  for (const choice of answer.choices) {
    const value = contentAsJson(choice);
    const violation = value === undefined ? undefined : validate(value)[0];
    if (value !== undefined && !violation) continue;
    const actual = violation
      ? `${violation.pointer || 'the value'} ${violation.message}: ${quote(choice.content)}`
      : quote(choice.content);
    const expected = 'JSON content that matches the json_schema of the request';
    return [finding(answer.exchange, expected, actual, placeOf(answer, choice))];
  }
  return [];
}
