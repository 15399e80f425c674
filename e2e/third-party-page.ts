import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A form as another system would write it, on a separate origin: it follows only docs/third-party-forms.md.
 * `?silent` never answers; `?hostile` sends wrong answers when it is asked.
 */
const page = `<!doctype html>
<html lang="zh-CN">
<meta charset="utf-8">
<title>外部表单</title>
<style>
  body { margin: 16px; font: 14px sans-serif; }
  label { display: block; margin-bottom: 12px; }
  input, textarea { display: block; width: 100%; box-sizing: border-box; padding: 6px; font: inherit; }
  p { color: #b00020; }
</style>
<form>
  <label>来信标题<input name="letterTitle"></label>
  <label>来信摘要<textarea name="summary" rows="3"></textarea></label>
</form>
<p id="problems"></p>
<script>
  const silent = location.search.includes('silent');
  const hostile = location.search.includes('hostile');
  let portal, nonce, content = {};
  const send = (type, more) => portal.source.postMessage({ type: 'banjian.form.' + type, nonce, ...more }, portal.origin);
  addEventListener('message', (event) => {
    const message = event.data;
    if (message.type === 'banjian.form.load') {
      portal = event;
      nonce = message.nonce;
      content = message.content;
      for (const input of document.querySelectorAll('input, textarea')) input.value = content[input.name] ?? '';
      if (silent) return;
      send('ready', { height: document.documentElement.scrollHeight + 8 });
    }
    if (message.type === 'banjian.form.ask' && !silent) {
      if (hostile) {
        portal.source.postMessage({ type: 'banjian.form.data', nonce: 'guessed', askId: message.askId, content: { letterTitle: '恶意' } }, portal.origin);
        send('data', { askId: 'guessed', content: { letterTitle: '恶意' } });
        send('data', { askId: message.askId, content: { letterTitle: 'x'.repeat(300000) } });
      }
      const typed = Object.fromEntries(new FormData(document.querySelector('form')));
      send('data', { askId: message.askId, content: { ...content, ...typed } });
      if (hostile) send('data', { askId: message.askId, content: { letterTitle: '恶意' } });
    }
    if (message.type === 'banjian.form.problems')
      document.getElementById('problems').textContent = message.problems.map((problem) => problem.message).join('；');
  });
  document.querySelector('form').addEventListener('input', () => !silent && portal && send('changed'));
</script>
</html>`;

/** Serves the page on a separate port, so that its origin differs from the portal's. */
export async function serveThirdPartyPage(
  port: number,
): Promise<{ origin: string; close: () => Promise<void> }> {
  const server: Server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(page);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: actualPort } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${actualPort}`,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}
