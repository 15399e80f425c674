import { createServer, type Server } from 'node:http';

/**
 * An application as another system would write it, and a page that embeds the portal as another system would;
 * they follow only docs/embedding.md. `?silent` never answers; `?hostile` lets another origin answer first.
 */
const app = `<!doctype html>
<html lang="zh-CN">
<meta charset="utf-8">
<title>统计平台</title>
<style>body { margin: 16px; font: 14px sans-serif; } button { margin-right: 8px; padding: 6px 12px; font: inherit; }</style>
<h1>统计平台</h1>
<p>第 <output id="tries">0</output> 次问候</p>
<button id="go">打开待办</button><button id="away">打开外部网址</button><button id="back">返回上一页</button>
<script>
  const silent = location.search.includes('silent');
  const hostile = location.search.includes('hostile');
  let portal, nonce, tries = 0;
  const send = (type, more) => portal.source.postMessage({ type: 'banjian.app.' + type, nonce, ...more }, portal.origin);
  addEventListener('message', (event) => {
    const { type, nonce: value } = event.data;
    if (type !== 'banjian.app.load') return;
    portal = event;
    nonce = value;
    tries += 1;
    document.getElementById('tries').value = tries;
    if (hostile) {
      // A page of another origin inside ours uses the greeting and sends messages to the portal.
      const stranger = document.body.appendChild(document.createElement('iframe'));
      const other = location.protocol + '//localhost:' + location.port;
      stranger.src = other + '/stranger?nonce=' + value + '&to=' + encodeURIComponent(portal.origin);
    }
    if (silent || hostile) return;
    send('ready', { height: 620 });
  });
  document.getElementById('go').onclick = () => send('go', { path: '/todo' });
  document.getElementById('away').onclick = () => send('go', { path: 'https://example.com/' });
  document.getElementById('back').onclick = () => send('back');
</script>
</html>`;

const stranger = `<!doctype html>
<meta charset="utf-8">
<title>别的系统</title>
<script>
  const query = new URLSearchParams(location.search);
  top.postMessage({ type: 'banjian.app.ready', nonce: query.get('nonce'), height: 900 }, query.get('to'));
  top.postMessage({ type: 'banjian.app.go', nonce: query.get('nonce'), path: '/todo' }, query.get('to'));
</script>`;

const embeddingPage = `<!doctype html>
<html lang="zh-CN">
<meta charset="utf-8">
<title>协同办公平台</title>
<h1>协同办公平台</h1>
<iframe id="portal" title="办件通" width="1200" height="640"></iframe>
<script>
  // Read by the journey: the messages of the portal, with their origins.
  window.messages = [];
  addEventListener('message', ({ data, origin }) => window.messages.push({ ...data, origin }));
  document.getElementById('portal').src = new URLSearchParams(location.search).get('open');
</script>
</html>`;

const pages: Readonly<Record<string, string>> = { '/desk': app, '/stranger': stranger, '/oa': embeddingPage };

/** Serves the three pages on a separate port, so that their origin differs from the portal's. */
export async function serveThirdPartyApp(port: number): Promise<() => Promise<void>> {
  const server: Server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://app');
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(pages[pathname] ?? '');
  });
  // Listens under both host names, which are two sites to a browser.
  await new Promise<void>((resolve) => server.listen(port, resolve));
  return () => new Promise((resolve) => void server.close(() => resolve()));
}
