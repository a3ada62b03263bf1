/* global document, FormData */

/** Lets the reader choose among checks by verdict, section, level and words. */
export function startFilters() {
  const form = document.getElementById('filters');
  const checks = [...document.querySelectorAll('details.check')];
  const words = new Map(checks.map((c) => [c, wordsOf(c)]));
  form.hidden = false;

  const apply = () => {
    const verdicts = new Set(new FormData(form).getAll('verdict'));
    const section = form.querySelector('#section').value;
    const level = form.querySelector('#level').value;
    const wanted = form.querySelector('#search').value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const check of checks) {
      const { dataset } = check;
      const fits =
        verdicts.has(dataset.verdict) &&
        (section === '' || dataset.section === section) &&
        (level === '' || dataset.level === level) &&
        wanted.every((word) => words.get(check).includes(word));
      check.hidden = !fits;
      if (fits) shown++;
    }
    for (const group of document.querySelectorAll('section.group')) {
      group.hidden = !group.querySelector('details.check:not([hidden])');
    }
    form.querySelector('#showing').textContent = `${shown} of ${checks.length} checks`;
  };

  form.addEventListener('input', apply);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('reset', () => setTimeout(apply));
  apply();
  return { reset: () => form.reset() };
}

/** What is searched: id, title, message, expected and actual; not the sentences of the contract, which many share. */
function wordsOf(check) {
  const parts = check.querySelectorAll('summary, .message, .foreign');
  return [...parts].map((part) => part.textContent.toLowerCase()).join('\n');
}
