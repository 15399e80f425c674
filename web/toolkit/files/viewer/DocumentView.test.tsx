import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { App } from 'antd';
import JSZip from 'jszip';
import { afterEach, expect, it, vi } from 'vitest';
import { DocumentView } from './DocumentView.tsx';

const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const officeDocument = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument';
const paragraph = (inside: string) => `<w:p>${inside}</w:p>`;
const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;

async function docx(body: string): Promise<Uint8Array<ArrayBuffer>> {
  const file = new JSZip();
  file.file(
    '[Content_Types].xml',
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
  );
  file.file(
    '_rels/.rels',
    `<Relationships xmlns="${relations}"><Relationship Id="r1" Type="${officeDocument}" Target="word/document.xml"/></Relationships>`,
  );
  file.file('word/document.xml', `<w:document xmlns:w="${main}"><w:body>${body}</w:body></w:document>`);
  return new Uint8Array(await file.generateAsync({ type: 'arraybuffer' }));
}

/** Shows the document and waits until its pages are drawn; returns their text. */
async function show(body: string): Promise<string> {
  const bytes = await docx(body);
  vi.stubGlobal('fetch', async (address: string) =>
    String(address).startsWith('/api/session/tickets')
      ? Response.json({ errcode: 0, data: { ticket: 't', expiresAt: '2026-11-20T02:00:00.000Z' } })
      : new Response(bytes),
  );
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <App>
        <DocumentView file={{ id: '018f0000-0000-7000-8000-000000000001', name: '申请书.docx' }} />
      </App>
    </QueryClientProvider>,
  );
  const frame = await waitFor(() => {
    const element = screen.getByTitle('申请书.docx') as HTMLIFrameElement;
    expect(element.dataset.drawn).toBe('true');
    return element;
  });
  return frame.contentDocument?.body.textContent ?? '';
}

afterEach(() => vi.unstubAllGlobals());

it('shows a complete document without a notice', async () => {
  expect(await show(paragraph(run('关于供水的来信')))).toContain('关于供水的来信');
  expect(screen.queryByRole('status')).toBeNull();
});

it('shows how many characters of a document are not rendered', async () => {
  // An unknown wrapper: its text is in the file but not on the page.
  const hidden = `<w:unknownWrapper>${run('身份证号')}</w:unknownWrapper>`;
  const text = await show(paragraph(run('姓名')) + paragraph(hidden));
  expect(text).toContain('姓名');
  expect(text).not.toContain('身份证号');
  expect((await screen.findByRole('status')).textContent).toBe(
    '文档中有 4 个字无法在线显示，请下载后查看全文',
  );
});

it('shows how much of a long document is omitted', async () => {
  const text = await show(
    Array.from({ length: 3_002 }, (_, index) => paragraph(run(`第${index + 1}段`))).join(''),
  );
  expect(text).toContain('第3000段');
  expect(text).not.toContain('第3001段');
  expect((await screen.findByRole('status')).textContent).toBe('文档较长，后面 2 段未显示，请下载后查看');
}, 60_000);
