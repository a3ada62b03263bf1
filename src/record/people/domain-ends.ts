/** Ends of domains that hardly any name begins with when it is read backwards. */
const GENERIC =
  /[.](?:com|net|org|edu|gov|mil|info|biz|app|dev|example|test|invalid|museum|name|local|internal)$/i;
const OF_A_COUNTRY = /[.]\p{L}{2}$/u;

/** How surely a domain, or an address, ends as domains do: 2 by a usual end, 1 by one that may be a country's, or 0. */
export function endsAsDomain(domain: string): 0 | 1 | 2 {
  if (GENERIC.test(domain)) return 2;
  return OF_A_COUNTRY.test(domain) ? 1 : 0;
}
