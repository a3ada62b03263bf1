/**
 * The prompts of requests. Plain words, short, nothing that a web firewall takes for an attack; requests that need
 * a call or JSON ask for it, so that any model can provide it.
 */

export type Message = Record<string, unknown>;

export const BRIEF = 'Say hello.';
export const LONG = 'Count from one to forty in words.';
/** The same in letters of two to four bytes each, with newlines and spaces early in the text. */
export const LONG_ABROAD =
  'Count from one to forty in Japanese and in English, one number in a line. Begin with a line of 👋 alone.';
/** More than a hundred tokens, with early line breaks. */
export const LONGEST = 'Count from one to a hundred in words, one number in a line.';
/** A text to repeat, so that a stop string of several tokens certainly occurs in it. */
export const REPEAT = 'Repeat exactly: "two three four five six seven".';
export const WITHIN = 'three four';
export const WEATHER = 'What is the weather in Paris?';
/** A prompt for two calls. */
export const WEATHER_AND_TIME =
  'What is the weather in Paris, and what time is it? Call get_weather and get-time at once.';
/** Its schema cannot be guessed from these words: see `wordFormat`. */
export const WORD_AS_JSON = 'Reply in JSON: one word that you like, its size, and one use of it.';
export const CITY_AS_JSON = 'Reply in JSON: an object with one member, city, whose value is Paris.';

/** A system message of some length, as in products: longer than any that a service may add itself. */
export const HOUSE_RULES = `You help the readers of a small library. Answer in plain words and without lists. When you are asked
to count, count in words, one number after the other, with a comma between them, and add nothing before the first number or
after the last one. When you do not know an answer, say so. Do not name books that you are not sure of. Be polite, be brief, and
keep to the language in which you were asked. Opening hours are from nine to five, from Monday to Friday.`;

/** The role description of a product: as long as services allow, without instructions. */
const HANDBOOK = `You answer briefly. The library has three floors. On the ground floor are the desk, the newspapers, the
children's books and a room with eleven seats where talking is welcome. On the first floor are novels, in the order of their
writers, and the maps, which lie flat in forty drawers under the windows to the north. On the second floor are the sciences, the
law, the languages and a room with thirty seats where nobody talks. A lift leads to all floors, and a stair beside it. Readers may
borrow nine books for four weeks, and each of them twice more for two weeks if nobody waits for it. Maps, newspapers and what is
older than a hundred years stay in the house. Some of the novels, and most of the maps, are in large print too. Who brings a book back late pays ten cents a day, and at most what the book costs.
Cards are made at the desk: they cost nothing for readers below eighteen years and five euros a year for all others. Printing costs
five cents a page. On the first Saturday of a month somebody reads to children at ten, and on the second Thursday readers meet at
seven to speak of a book that they chose the month before. The house was built by a brewer who had learnt to read late, and has two cats.`;

/** Text from a terminal or a file: a tab, a color, a form feed and a NUL, which JSON writes as escapes. */
const CONTROL = 'Hi.\t\u001b[0m\f\u0000';

/** Whether a text has control characters other than line breaks. */
export const hasControls = (text: unknown): boolean => text !== withoutControls(text);

/** A text without them. */
export const withoutControls = (text: unknown): unknown =>
  typeof text === 'string' ? text.replace(/(?!\n)\p{Cc}/gu, '') : text;

const UNICODE = 'Grüße 👋🏽 and مرحبا, she said "naïve café".\n';

/** Kinds of conversation; in each the last turn is the user's and contains `text`. */
export type Conversation = 'plain' | 'framed' | 'turns' | 'many-turns' | 'tool-result';

/** A conversation whose last word is the result of a call, as in each turn of a tool loop. */
export function awaitingWords(variant: number): Message[] {
  return [{ role: 'user', content: 'What is the weather in Lima?' }, ...called(variant).slice(0, -1)];
}

/** The messages of a conversation. `variant` alternates between omitting defaults and writing them. */
export function conversation(kind: Conversation, text: string, variant: number): Message[] {
  const user = { role: 'user', content: variant % 2 ? `${UNICODE}${text}` : text };
  switch (kind) {
    case 'plain':
      return [user];
    case 'framed':
      return [
        // A single system message at the start: the templates of many models accept no other. The first one is as
        // long as in products.
        variant === 0
          ? { role: 'system', content: HANDBOOK }
          : { role: 'system', content: 'You answer briefly.', name: 'library-desk' },
        { ...user, name: 'Ada_L-1' },
      ];
    case 'turns':
      return [
        ...(variant === 1 ? [{ role: 'system', content: 'You answer briefly.' }] : []),
        { role: 'user', content: variant === 2 ? CONTROL : 'Hi.' },
        greeting(variant),
        user,
      ];
    case 'many-turns':
      // The first message is the longest: a prompt without early turns is shorter than that alone.
      return [
        { role: 'user', content: HOUSE_RULES },
        { role: 'assistant', content: 'Gladly.' },
        { role: 'user', content: 'Hi.' },
        greeting(variant),
        { role: 'user', content: 'Are you well?' },
        { role: 'assistant', content: 'Yes.' },
        // More turns than a service with a small limit keeps.
        ...['Good.', 'Fine.', 'Nice.'].flatMap((content) => [
          { role: 'user', content },
          { role: 'assistant', content: 'Thanks.' },
        ]),
        user,
      ];
    case 'tool-result':
      return [{ role: 'user', content: 'What is the weather in Lima?' }, ...called(variant), user];
  }
}

/** An assistant message; every other one as a reasoning model returned it, with blank lines, and every other one with a name. */
function greeting(variant: number): Message {
  const said = { role: 'assistant', content: 'Hello! How can I help?' };
  return variant % 2
    ? { ...said, name: 'library-desk' }
    : { ...said, content: `\n\n${said.content}`, reasoning: 'A greeting asks for a greeting.' };
}

/** A turn with calls, and their results; every other time with two calls at once, one of them without arguments. */
function called(variant: number): Message[] {
  const call = (id: string, name: string, args: object) => ({
    id,
    ...(variant % 2 === 0 && { type: 'function' }),
    function: { name, arguments: JSON.stringify(args) },
  });
  const result = (id: string, name: string, content: string) => ({
    role: 'tool',
    tool_call_id: id,
    ...(variant % 2 && { name }),
    content,
  });
  const calls = [
    call('call_1', 'get_weather', { city: 'Lima' }),
    ...(variant % 2 ? [call('call_2', 'get-time', {})] : []),
  ];
  return [
    // Every other model describes what it is about to do.
    { role: 'assistant', ...(variant % 2 && { content: 'I look.' }), tool_calls: calls },
    result('call_1', 'get_weather', '{"celsius":19}'),
    // The result of a tool need not be JSON.
    ...(variant % 2 ? [result('call_2', 'get-time', 'It is half past nine.\nThe sun rose at six.')] : []),
    { role: 'assistant', content: 'It is 19 degrees in Lima.' },
  ];
}

/** The offered function, in full or with all defaults omitted. */
export function weatherTool(variant: number): Record<string, unknown> {
  const properties = { city: { type: 'string' } };
  if (variant % 2)
    return { function: { name: 'get_weather', parameters: { properties, required: ['city'] } } };
  return {
    type: 'function',
    function: {
      name: 'get_weather',
      description: 'The weather in a city.',
      parameters: { type: 'object', properties, required: ['city'] },
    },
  };
}

/** A function without parameters. */
export const CLOCK_TOOL = { type: 'function', function: { name: 'get-time' } };

/** A tool_choice with that name. */
export const CLOCK_CHOICE = { type: 'function', function: { name: 'get-time' } };

/** A function with empty parameters. */
export const DATE_TOOL = {
  type: 'function',
  function: { name: 'get_date', parameters: { type: 'object', properties: {} } },
};

/** A function whose parameters are an object of any kind. */
export const NEWS_TOOL = { type: 'function', function: { name: 'get_news', parameters: { type: 'object' } } };

/** A function name as in tool servers, with a server prefix: of the maximum length. */
export const HOURS_TOOL = {
  type: 'function',
  function: { name: 'library-server__get_opening_hours_of_all_reading_rooms_for_a_day' },
};

/** Function names that are not identifiers in most languages; with the four others they are seven. */
export const NAMED_OTHERWISE = ['1911_archive', '-list-cats', '_count_books'].map((name) => ({
  type: 'function',
  function: { name },
}));

/** A second function, with parameters as rich as in practice. */
export const MOON_TOOL = {
  type: 'function',
  function: {
    name: 'get-moon_2',
    description: 'The phase of the moon.',
    parameters: {
      type: 'object',
      properties: {
        day: { type: 'string', enum: ['today', 'tomorrow'], description: 'Which day.' },
        place: { type: 'object', properties: { latitude: { type: 'number' } }, required: ['latitude'] },
        phases: { type: 'array', items: { type: 'string' } },
      },
      // Two of them: a service has to validate both.
      required: ['day', 'place'],
    },
  },
};

/** A tool_choice that names the function. */
export function weatherChoice(variant: number): Record<string, unknown> {
  const choice = { function: { name: 'get_weather' } };
  return variant % 2 ? choice : { type: 'function', ...choice };
}

/** A response format of type json_schema, with its optional members or without. */
export function cityFormat(variant: number): Record<string, unknown> {
  const schema = {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
    additionalProperties: false,
  };
  if (variant % 2) return { type: 'json_schema', json_schema: { name: 'place', schema } };
  return {
    type: 'json_schema',
    json_schema: { name: 'place-that-was_asked_for', description: 'A place.', schema, strict: false },
  };
}

/**
 * A response format that cannot be guessed from the prompt: only the schema contains its words. It has a nested
 * object and a list of objects, since a service may enforce only the top level. The objects of the list are
 * described elsewhere in the schema, as schema generators do.
 */
export function wordFormat(nested: boolean): Record<string, unknown> {
  const word = { type: 'string', enum: ['brimvelo', 'oskantel'] };
  const inner = {
    size: strictly({ letters: { type: 'integer' } }),
    uses: { type: 'array', items: { $ref: '#/$defs/use' } },
  };
  const defined = { $defs: { use: strictly({ year: { type: 'integer' } }) } };
  const schema = { ...strictly({ word, ...(nested && inner) }), ...(nested && defined) };
  return {
    type: 'json_schema',
    json_schema: { name: 'word', description: 'A word.', schema, strict: true },
  };
}

/** An object of these members, all of them required, and of no others. */
function strictly(properties: Record<string, object>): object {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
