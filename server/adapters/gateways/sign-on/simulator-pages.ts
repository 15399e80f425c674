/** The pages of the simulator: plain, and marked as a simulation. */

export interface SimulatorPerson {
  account: string;
  name: string;
  /** Office and post; for a person without an account here, a note about that. */
  officeAndPost: string;
  /** The certificate number that such a provider has. */
  certificate: string;
}

const style = `
  body { margin: 0; font: 16px/1.6 system-ui, "PingFang SC", "Microsoft YaHei", sans-serif; color: #1f2329; background: #f2f3f5; }
  main { max-width: 720px; margin: 48px auto; padding: 32px; background: #fff; border-radius: 8px; }
  h1 { margin: 0 0 8px; font-size: 22px; }
  p { margin: 0 0 20px; }
  .mark { padding: 8px 12px; border-left: 4px solid #b45309; background: #fff7e6; }
  ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(200px, 1fr)); gap: 12px; margin: 0; padding: 0; list-style: none; }
  a { display: block; min-height: 44px; box-sizing: border-box; padding: 8px 12px; border: 1px solid #c9cdd4; border-radius: 6px; color: inherit; text-decoration: none; }
  a:hover, a:focus-visible { border-color: #1456c4; outline: 2px solid #1456c4; outline-offset: -1px; }
  small { display: block; color: #4e5969; font-size: 14px; }`;

const page = (body: string) => `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>统一身份认证（演示模拟）</title><style>${style}</style></head>
<body><main><h1>统一身份认证</h1>
<p class="mark">这是演示用的内置模拟，不是真实的认证系统：无需密码，选择一名人员即可。</p>${body}</main></body></html>`;

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? '');

/**
 * Returns the page on which a person is chosen; each name links to the next step with all parameters of the
 * portal.
 */
export function choicePage(
  people: readonly SimulatorPerson[],
  path: string,
  parameters: URLSearchParams,
): string {
  const rows = people.map(({ account, name, officeAndPost }) => {
    const query = new URLSearchParams(parameters);
    query.set('person', account);
    return `<li><a href="${escapeHtml(`${path}?${query}`)}">${escapeHtml(name)}<small>${escapeHtml(officeAndPost)}</small></a></li>`;
  });
  return page(`<ul>${rows.join('')}</ul>`);
}

export const signedOutPage = page('<p>您已退出统一身份认证。</p>');
export const errorPage = page('<p>请求有误，请返回业务系统重新登录。</p>');
