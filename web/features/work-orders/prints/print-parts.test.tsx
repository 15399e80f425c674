import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { pictureQuery } from '#web/toolkit/files/use-picture.ts';
import { usePrinting } from '#web/toolkit/page/use-printing.ts';
import { buildOrderForm, buildOrderPage, buildTrace } from '../test-order.ts';
import { answerCalls, renderPart } from '../test-screen.tsx';
import { PrintButtons } from './PrintButtons.tsx';
import { PrintedOrderSheet } from './PrintedOrderSheet.tsx';
import { type PrintPart, printPartsOf } from './print-parts.ts';
import { printedPictures } from './printed-pictures.ts';

const page = buildOrderPage({
  forms: [buildOrderForm()],
  traces: [
    buildTrace(2, { handlerOpinion: '情况属实', handlerName: '李娜', flowNodeName: '受理审查' }),
    buildTrace(1, { flowNodeName: '收件' }),
    buildTrace(3, {
      flowNodeName: '领导批示',
      handlerStatus: 0,
      endTime: null,
      handlerName: '',
      candidateNames: ['吴建国'],
    }),
  ],
});

function Screen() {
  const { printing, part, print } = usePrinting<PrintPart>();
  return (
    <>
      <PrintButtons page={page} onPrint={print} />
      {printing && <PrintedOrderSheet page={page} part={part} />}
    </>
  );
}

beforeEach(() => {
  answerCalls({});
  vi.stubGlobal('print', () => window.dispatchEvent(new Event('beforeprint')));
});

const sheet = () => within(screen.getByRole('article'));
const choose = (name: string) => {
  fireEvent.click(screen.getByRole('button', { name: /打印部分/ }));
  fireEvent.click(screen.getByRole('menuitem', { name }));
};

describe('printing of a part of an order', () => {
  it('offers the parts that the order has', () => {
    expect(printPartsOf(page).map(({ label }) => label)).toEqual(['登记表', '基本信息', '办理轨迹']);
  });

  it('prints the complete trace from its beginning, under the header of the order sheet', () => {
    renderPart(<Screen />);
    choose('打印办理轨迹');
    expect(sheet().getByRole('heading', { name: '群众来信办件单' })).toBeTruthy();
    expect(sheet().getByText('办理轨迹')).toBeTruthy();
    const nodes = sheet()
      .getAllByRole('rowheader')
      .map((cell) => cell.textContent);
    expect(nodes).toEqual(['办件标题', '收件', '受理审查', '领导批示']);
    expect(sheet().getByText('情况属实')).toBeTruthy();
    expect(sheet().getByText(/吴建国/)).toBeTruthy();
    expect(sheet().queryByText('签名')).toBeNull();
  });

  it('prints the sums of a table below its rows', () => {
    const amount = { id: 'amount', title: '金额', 'x-component': 'number', 'x-props': { sum: true } };
    const name = { id: 'name', title: '项目', 'x-component': 'single-line' };
    const form = buildOrderForm({
      formStructure: {
        globalConfig: { code: 'petition', title: '登记表', columns: 2, allowEdit: [] },
        schema: { fields: [{ id: 'costs', title: '费用', 'x-component': 'table', columns: [name, amount] }] },
      },
      content: {
        costs: [
          { name: '货款', amount: 0.1 },
          { name: '运费', amount: 0.2 },
        ],
      },
      authority: { costs: 1 },
    });
    renderPart(<PrintedOrderSheet page={buildOrderPage({ forms: [form] })} />);
    const rows = sheet().getByRole('cell', { name: '货款' }).closest('table')?.rows ?? [];
    expect([...rows].map(({ cells }) => [...cells].map(({ textContent }) => textContent))).toEqual([
      ['项目', '金额'],
      ['货款', '0.1'],
      ['运费', '0.2'],
      ['合计', '0.3'],
    ]);
  });

  it('prints one form, and afterwards the whole sheet again', () => {
    renderPart(<Screen />);
    choose('打印登记表');
    expect(sheet().getByText('标题')).toBeTruthy();
    expect(sheet().queryByText('登记人')).toBeNull();
    fireEvent(window, new Event('afterprint'));
    expect(screen.queryByRole('article')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: '打印办件单' }));
    expect(sheet().getByText('登记人')).toBeTruthy();
    expect(sheet().getAllByText('签名').length).toBeGreaterThan(0);
  });
});

it('signatures are printed as their pictures, which were read before, also inside an object and a table', () => {
  const content = {
    sign: [{ id: 'file-1', name: '签名1.png', size: 9 }],
    object: { sign: [{ id: 'file-2', name: '签名2.png', size: 9 }] },
    table: [{ sign: [{ id: 'file-3', name: '签名3.png', size: 9 }] }],
  };
  const field = { id: 'sign', title: '申请人签名', 'x-component': 'signature' };
  const formStructure = {
    globalConfig: { code: 'petition', title: '登记表', columns: 2 as const, allowEdit: [] },
    schema: {
      fields: [
        field,
        { id: 'object', title: '代办人', 'x-component': 'object', fields: [field] },
        { id: 'table', title: '到场人员', 'x-component': 'table', columns: [field] },
      ],
    },
  };
  const signed = buildOrderPage({
    forms: [buildOrderForm({ formStructure, content, authority: { '*': 1 } })],
  });
  expect(printedPictures(signed)).toEqual(['file-1', 'file-2', 'file-3']);
  const client = new QueryClient();
  for (const id of ['file-1', 'file-2', 'file-3'])
    client.setQueryData(pictureQuery(id).queryKey, 'data:image/png;base64,AA==');
  renderPart(
    <QueryClientProvider client={client}>
      <PrintedOrderSheet page={signed} />
    </QueryClientProvider>,
  );
  for (const name of ['签名1.png', '签名2.png', '签名3.png'])
    expect(sheet().getByRole('img', { name }).getAttribute('src')).toMatch(/^data:image/);
  expect(sheet().getByText('申请人签名：签名2.png')).toBeTruthy();
});
