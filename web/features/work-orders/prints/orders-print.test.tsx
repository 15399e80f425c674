import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { documents } from '#contract/documents.ts';
import { files } from '#contract/files.ts';
import { mailings } from '#contract/mailings.ts';
import { session } from '#contract/session.ts';
import { buildOrderForm, buildOrderPage, buildTrace } from '../test-order.ts';
import { answerCalls, refuseWith, renderPart } from '../test-screen.tsx';
import { OrdersPrint } from './OrdersPrint.tsx';

const orders = ['one', 'two', 'three'].map((id) => ({ id, code: `2026-${id}`, title: `办件${id}` }));
const me = { name: '刘洋', orgName: '淳安县信访局', permissions: ['applicant:reveal'] };
const user = { [`GET ${session.currentUser.path}`]: () => me };
const pageOf = (code: string) => {
  const page = buildOrderPage({ forms: [buildOrderForm()], traces: [buildTrace(1)] });
  return { ...page, order: { ...page.order, id: code, code }, traceTotals: { ...page.traceTotals, rows: 1 } };
};
const pageAnswers = Object.fromEntries(
  orders.map(({ code }) => [`GET /api/work-orders/${code}/page`, () => pageOf(code)]),
);

const show = () => {
  const onPrintList = vi.fn();
  const onClose = vi.fn();
  // An order appears twice if two of its tasks are selected.
  const rows = [...orders, ...orders.slice(0, 1)];
  renderPart(<OrdersPrint rows={rows} onPrintList={onPrintList} onClose={onClose} />);
  return { onPrintList, onClose };
};
const choose = async (label: RegExp) => {
  fireEvent.click(await screen.findByRole('radio', { name: label }));
  fireEvent.click(screen.getByRole('button', { name: '下一步' }));
};

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe('printing of selected orders', () => {
  it('counts each order once, and prints the list on request', async () => {
    answerCalls(user);
    const { onPrintList } = show();
    expect(await screen.findByText('打印勾选的 3 件')).toBeTruthy();
    await choose(/^列表/);
    expect(onPrintList).toHaveBeenCalledOnce();
  });

  it('does not offer letters to a person who may not see addresses', async () => {
    answerCalls({ [`GET ${session.currentUser.path}`]: () => ({ ...me, permissions: [] }) });
    show();
    await waitFor(() => expect(screen.getAllByRole('radio')).toHaveLength(3));
    expect(screen.queryByRole('radio', { name: /信封/ })).toBeNull();
  });

  it('prints a sheet for each order in list order, with one footer', async () => {
    answerCalls({ ...user, ...pageAnswers });
    const printedSheets: string[][] = [];
    vi.stubGlobal('print', () => {
      window.dispatchEvent(new Event('beforeprint'));
      printedSheets.push(screen.getAllByRole('article').map(({ textContent }) => textContent ?? ''));
      window.dispatchEvent(new Event('afterprint'));
    });
    show();
    await choose(/^办件单/);
    await waitFor(() => expect(printedSheets).toHaveLength(1));
    const [sheets = []] = printedSheets;
    expect(sheets.map((text) => orders.findIndex(({ code }) => text.includes(code)))).toEqual([0, 1, 2]);
    expect(sheets.filter((text) => text.includes('打印人'))).toHaveLength(1);
    expect(screen.queryByRole('article')).toBeNull();
  });

  it('names an order that could not be read, prints the others only on request, and can retry', async () => {
    let isRefusing = true;
    answerCalls({
      ...user,
      ...pageAnswers,
      'GET /api/work-orders/2026-two/page': () =>
        isRefusing ? refuseWith(404, '未找到对应的数据') : pageOf('2026-two'),
    });
    const print = vi.fn();
    vi.stubGlobal('print', print);
    show();
    await choose(/^办件单/);
    expect(await screen.findByText('2026-two：未找到对应的数据')).toBeTruthy();
    expect(screen.getByRole('button', { name: '打印已读取的 2 件' })).toBeTruthy();
    expect(print).not.toHaveBeenCalled();
    isRefusing = false;
    fireEvent.click(screen.getByRole('button', { name: '重新读取' }));
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
  });

  it('merges the documents of the orders, without the deselected ones', async () => {
    const orderDocument = (id: string, state = 'valid') => ({
      id,
      name: '受理告知书',
      docName: '受理告知书.pdf',
      docId: id,
      attachmentUrl: '',
      attachmentDocxUrl: '',
      documentNumber: `淳信受〔2026〕${id}号`,
      isActive: 1,
      code: 'acceptance',
      state,
      stateLabel: '有效',
      changed: false,
      madeAt: '2026-11-20T02:00:00.000Z',
      verificationCode: '',
    });
    const publicDocumentsOf = (id: string) => `GET ${documents.publicList.path.replace(':workorderId', id)}`;
    const calls = answerCalls({
      ...user,
      [publicDocumentsOf('one')]: () => ({ rows: [orderDocument('1'), orderDocument('2', 'void')] }),
      [publicDocumentsOf('two')]: () => ({ rows: [orderDocument('3'), orderDocument('4')] }),
      [publicDocumentsOf('three')]: () => ({ rows: [] }),
      [`POST ${files.merge.path}`]: () => refuseWith(400, '文件内容过于复杂，无法合并'),
    });
    show();
    await choose(/^文书/);
    expect(await screen.findByText('已选 3 / 3 份，1 件没有文书')).toBeTruthy();
    fireEvent.click(screen.getByRole('checkbox', { name: /〔2026〕3号/ }));
    fireEvent.click(screen.getByRole('button', { name: '打印 2 份' }));
    expect(await screen.findByText('文件内容过于复杂，无法合并')).toBeTruthy();
    expect(calls.find(({ path }) => path === files.merge.path)?.body).toBe('1,4');
  });
});

describe('letters', () => {
  const rows = orders.slice(0, 2).map(({ id, code, title }, index) => ({
    workorderId: id,
    workorderCode: code,
    title,
    name: '张三',
    honorific: '先生',
    address: index === 0 ? '新安大街 1 号' : '',
  }));
  const sender = { name: '淳安县信访局', address: '环湖北路 377 号', phone: '0571-64812345' };
  const open = () => {
    const calls = answerCalls({
      ...user,
      [`POST ${mailings.addressees.path}`]: () => ({ rows, sender }),
      [`POST ${mailings.draw.path}`]: () => ({ pdf: btoa('%PDF-1.7'), pages: 1 }),
    });
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => {} }));
    show();
    return calls;
  };

  it('allow correction of addresses, require missing values at their fields, and send the shown values', async () => {
    const calls = open();
    await choose(/^信封/);
    expect(await screen.findByText('1 件没有收件人，或您不能查看，未列出。')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: '打印 2 个' }));
    expect(await screen.findByText('请输入地址')).toBeTruthy();
    const address = screen.getByRole('textbox', { name: '2026-two的地址' });
    await waitFor(() => expect(document.activeElement).toBe(address));
    fireEvent.change(address, { target: { value: '睦州大道 2 号' } });
    fireEvent.change(screen.getByRole('textbox', { name: '2026-one的邮政编码' }), {
      target: { value: '31a1700' },
    });
    fireEvent.click(screen.getByRole('radio', { name: '地址标签' }));
    fireEvent.change(screen.getByRole('spinbutton', { name: '起始位置' }), { target: { value: '5' } });
    fireEvent.click(screen.getByRole('button', { name: '打印 2 枚' }));
    await waitFor(() => expect(calls.some(({ path }) => path === mailings.draw.path)).toBe(true));
    expect(calls.find(({ path }) => path === mailings.draw.path)?.body).toEqual({
      layout: { kind: 'labels', sheet: 'of21', first: 5 },
      addressees: [
        { name: '张三 先生（收）', postcode: '311700', address: '新安大街 1 号' },
        { name: '张三 先生（收）', postcode: '', address: '睦州大道 2 号' },
      ],
      sender: { ...sender, postcode: '' },
      shift: { right: 0, down: 0 },
    });
    expect(calls.filter(({ path }) => path === mailings.addressees.path)).toHaveLength(1);
    expect(JSON.parse(localStorage.getItem('serviceportal.prints.letters') ?? '{}')).toMatchObject({
      kind: 'labels',
    });
  });

  it('ask before corrected addresses are lost', async () => {
    open();
    await choose(/^信封/);
    fireEvent.change(await screen.findByRole('textbox', { name: '2026-two的地址' }), {
      target: { value: '睦州大道 2 号' },
    });
    fireEvent.click(screen.getByRole('button', { name: '关闭' }));
    expect(await screen.findAllByText('关闭后，修改的收件信息不保留')).not.toHaveLength(0);
    fireEvent.click(screen.getByRole('button', { name: '继续编辑' }));
    expect(screen.getByRole('textbox', { name: '2026-two的地址' })).toHaveProperty('value', '睦州大道 2 号');
  });

  it('are not printed after they are removed from the list', async () => {
    const calls = open();
    await choose(/^信封/);
    fireEvent.click(await screen.findByRole('button', { name: '移除2026-two' }));
    fireEvent.click(screen.getByRole('button', { name: '打印 1 个' }));
    await waitFor(() => expect(calls.some(({ path }) => path === mailings.draw.path)).toBe(true));
    within(screen.getByRole('region', { name: '收件人' })).getByText('2026-one');
  });
});
