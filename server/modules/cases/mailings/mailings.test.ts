import { afterAll, describe, expect, test } from 'vitest';
import { mailings } from '#contract/mailings.ts';
import { mailingLimits } from '#domain/mailing/mailing.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { openDesk } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { readPdf } from '#test/world/read-pdf.ts';
import { petition } from '#test/world/start-data.ts';

const office = await testOffice();
afterAll(() => office.context.typesetter.stop());
const desk = openDesk(office);
const first = await desk.start('zhangwei', petition(1));
const second = await desk.start('zhangwei', petition(2));
const nowhere = '00000000-0000-7000-8000-000000000000';

const requestOf = (ids: readonly string[]) => ({ body: { workorderIds: [...ids] } });
const letter = { postcode: '311700', address: '淳安县千岛湖镇新安大街 1 号', name: '张三 先生（收）' };
const sender = { postcode: '', address: '', name: '淳安县信访局', phone: '' };
const drawRequest = {
  body: {
    layout: { kind: 'labels' as const, sheet: 'of21' as const },
    addressees: [letter],
    sender,
  },
};

const auditRecordsOf = async (workorderId: string) => {
  const links = await office.context.db
    .selectFrom('audit_links')
    .select('detail')
    .where('action', '=', 'work-order.reveal-applicant')
    .where('object_id', '=', workorderId)
    .execute();
  return links.map(({ detail }) => detail);
};

describeCalls(office, mailings, {
  addressees: {
    caller: 'liuyang',
    request: requestOf([first.id, nowhere]),
    refusedFor: { tianye: 403 },
    invalidInputs: [
      { makeInvalid: () => requestOf([]), expectedProblems: [['workorderIds', '请选择办件']] },
      {
        makeInvalid: () => requestOf(Array.from({ length: mailingLimits.letters + 1 }, () => first.id)),
        expectedProblems: [['workorderIds', '一次最多打印100件']],
      },
    ],
    checkAnswer: async ({ rows, sender: from }) => {
      const { applyer } = petition(1).start;
      expect(rows).toHaveLength(1);
      expect(rows[0]).toMatchObject({
        workorderCode: first.code,
        name: applyer.name,
        honorific: expect.stringMatching(/^(先生|女士|同志)$/),
      });
      expect(rows[0]?.address.endsWith(applyer.detailAddress ?? '')).toBe(true);
      expect(from.name).not.toBe('');
      expect(await auditRecordsOf(first.id)).toEqual([{ for: 'letter', letters: 1 }]);
    },
  },
  draw: {
    caller: 'liuyang',
    request: drawRequest,
    refusedFor: { tianye: 403 },
    invalidInputs: [
      {
        makeInvalid: () => ({
          body: {
            layout: { kind: 'labels' as const, sheet: 'of8' as const, first: 9 },
            addressees: [{ ...letter, postcode: '3117', name: '' }],
            sender: { ...sender, name: '长'.repeat(101) },
            shift: { right: 40 },
          },
        }),
        expectedProblems: [
          ['layout.first', '起始位置不在标签纸上'],
          ['addressees.0.postcode', '请输入6位邮政编码'],
          ['addressees.0.name', '请输入收件人'],
          ['sender.name', '不能超过100个字符'],
          ['shift.right', '微调范围为 ±20 毫米'],
        ],
      },
    ],
    checkAnswer: async ({ pdf, pages }) => {
      expect(pages).toBe(1);
      const texts = await readPdf(Buffer.from(pdf, 'base64'));
      expect(texts.map(({ text }) => text).join('')).toContain('张三');
    },
  },
});

describe('letters', () => {
  test('return the addressees in the requested order without duplicates and audit each reveal', async () => {
    const ids = [second.id, first.id, second.id];
    const { rows } = await office.as('wujianguo').done(mailings.addressees, requestOf(ids));
    expect(rows.map(({ workorderCode }) => workorderCode)).toEqual([second.code, first.code]);
    expect(await auditRecordsOf(second.id)).toEqual([{ for: 'letter', letters: 2 }]);
  });

  test('return no address of an order that the reader may not see, nor that it exists', async () => {
    const { rows } = await office.as('chenjing').done(mailings.addressees, requestOf([first.id, nowhere]));
    expect(rows).toEqual([]);
  });

  test('are limited to ten address lists per hour', async () => {
    for (let index = 0; index < 8; index += 1)
      await office.as('wujianguo').done(mailings.addressees, requestOf([first.id]));
    await office.as('wujianguo').done(mailings.addressees, requestOf([first.id]));
    const { status } = await office.as('wujianguo').call(mailings.addressees, requestOf([first.id]));
    expect(status).toBe(429);
  });

  test('print typed text literally, never as typesetting code', async () => {
    const name = '#panic("x") $a$ `b` \\ <c> @d *e*';
    const { pdf } = await office.as('liuyang').done(mailings.draw, {
      body: { ...drawRequest.body, addressees: [{ ...letter, name }] },
    });
    const texts = await readPdf(Buffer.from(pdf, 'base64'));
    const printedText = texts.map(({ text }) => text).join('');
    expect(printedText.replaceAll(/\s/g, '')).toContain(name.replaceAll(/\s/g, ''));
  });
});
