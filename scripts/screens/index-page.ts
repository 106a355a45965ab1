export interface Picture {
  file: string;
  screen: string;
  state: string;
  language: string;
  look: string;
  theme: string;
}

const facets = ['screen', 'state', 'language', 'look', 'theme'] as const;

/** One page to browse the pictures, with a filter for each thing by which they differ. */
export const indexPage = (pictures: Picture[]): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Screens</title>
<style>
  body { margin: 0; font: 14px/1.4 system-ui, sans-serif; background: #dfe5e3; color: #14201e }
  form { position: sticky; top: 0; display: flex; flex-wrap: wrap; gap: 8px 16px; padding: 12px 16px; background: #fff }
  main { display: flex; flex-wrap: wrap; gap: 20px; padding: 16px; align-items: start }
  figure { margin: 0; width: 260px }
  img { width: 100%; border-radius: 12px; box-shadow: 0 4px 16px #0003; background: #fff }
  figcaption { padding: 6px 2px }
</style>
<form></form>
<main></main>
<script>
  const pictures = ${JSON.stringify(pictures)};
  const facets = ${JSON.stringify(facets)};
  const form = document.querySelector('form');
  const wanted = new URLSearchParams(location.hash.slice(1));
  for (const facet of facets) {
    const label = document.createElement('label');
    const select = document.createElement('select');
    select.name = facet;
    const values = [...new Set(pictures.map((picture) => picture[facet]))];
    for (const value of ['', ...values]) select.add(new Option(value || 'all', value));
    select.value = wanted.get(facet) ?? (facet === 'language' || facet === 'look' ? values[0] : '');
    label.append(facet + ' ', select);
    form.append(label);
  }
  const count = document.createElement('output');
  form.append(count);
  const show = () => {
    const filters = [...new FormData(form)].filter(([, value]) => value);
    history.replaceState(null, '', '#' + new URLSearchParams(filters));
    const shown = pictures.filter((picture) => filters.every(([facet, value]) => picture[facet] === value));
    count.textContent = shown.length + ' of ' + pictures.length;
    document.querySelector('main').replaceChildren(...shown.map((picture) => {
      const figure = document.createElement('figure');
      const link = Object.assign(document.createElement('a'), { href: picture.file });
      const text = facets.map((facet) => picture[facet]).join(' · ');
      link.append(Object.assign(new Image(), { src: picture.file, loading: 'lazy', alt: text }));
      figure.append(link, Object.assign(document.createElement('figcaption'), { textContent: text }));
      return figure;
    }));
  };
  form.addEventListener('change', show);
  show();
</script>
</html>
`;
