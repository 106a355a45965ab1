// The page at /api/docs: reads openapi.json, lists every call, and sends those that you try.
const session = document.querySelector('#session');
const main = document.querySelector('#calls');

const element = (tag, properties = {}, ...children) => {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
};

function fieldsOf(operation, method) {
  if (method !== 'post') return operation.parameters.filter((parameter) => parameter.in === 'query');
  const { properties = {}, required = [] } = operation.requestBody.content['application/json'].schema;
  return Object.entries(properties).map(([name, schema]) => ({ name, schema, required: required.includes(name) }));
}

async function send(path, method, form) {
  const given = [...new FormData(form)].filter(([, value]) => value !== '');
  const { token, lang, offset } = Object.fromEntries(new FormData(session));
  const headers = { lang, 'Timezone-Offset': offset };
  if (token) headers['Access-Token'] = token;
  const fields = new URLSearchParams(given);
  const answer =
    method === 'post'
      ? await fetch(path, { method: 'POST', headers, body: fields })
      : await fetch(`${path}?${fields}`, { method: method.toUpperCase(), headers });
  const body = await answer.json();
  if (body.data?.accessToken) session.elements.token.value = body.data.accessToken;
  return `HTTP ${answer.status}\n${JSON.stringify(body, null, 2)}`;
}

function callView(path, method, operation) {
  const result = element('pre', { hidden: true });
  const inputs = fieldsOf(operation, method).map(({ name, required }) =>
    element('label', {}, `${name}${required ? ' *' : ''}`, element('input', { name, required })),
  );
  const form = element('form', { className: 'try' }, ...inputs, element('button', { textContent: 'Send' }));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    result.hidden = false;
    result.textContent = await send(path, method, form).catch((error) => String(error));
  });
  const answer = operation.responses[200].content['application/json']?.schema.properties.data;
  return element(
    'details',
    {},
    element('summary', {}, element('b', { textContent: `${method.toUpperCase()} ` }), path, ` — ${operation.summary}`),
    element('p', { textContent: operation.description }),
    ...(answer ? [form, result] : []),
    element('p', { textContent: 'data:' }),
    element('pre', { textContent: answer ? JSON.stringify(answer, null, 2) : 'a stream of server-sent events' }),
  );
}

const { paths } = await (await fetch('/api/openapi.json')).json();
const views = new Map();
for (const [path, methods] of Object.entries(paths)) {
  for (const [method, operation] of Object.entries(methods)) {
    const [tag] = operation.tags;
    views.set(tag, [...(views.get(tag) ?? []), callView(path, method, operation)]);
  }
}
const parameters = Object.values(paths).flatMap((methods) => Object.values(methods).flatMap((each) => each.parameters));
const { schema } = parameters.find(({ name }) => name === 'lang');
session.elements.lang.append(
  ...schema.enum.map((name) => element('option', { textContent: name, selected: name === 'en_US' })),
);
main.replaceChildren(...[...views].flatMap(([tag, calls]) => [element('h2', { textContent: tag }), ...calls]));
