import { expect } from 'vitest';
import { traceExport } from '#contract/trace-export.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { openDesk } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';

const office = await testOffice();
const order = await openDesk(office).start('zhangwei', petition(1));
const byCode = { params: { workorderCode: order.code } };

describeCalls(office, traceExport, {
  csv: {
    caller: 'zhangwei',
    request: { ...byCode, body: {} },
    refusedFor: { chenjing: 404, dengtao: 404, tianye: 403 },
    invalidInputs: [
      {
        makeInvalid: () => ({ params: { workorderCode: 'abc' }, body: { ids: [7] } }),
        expectedProblems: [
          ['workorderCode', '办件流水号格式不正确'],
          ['ids.0', '格式不正确'],
        ],
      },
    ],
    checkAnswer: async ({ fileName, rows, content }) => {
      expect(fileName).toMatch(new RegExp(`^办理轨迹-${order.code}-2026\\d{4}\\.csv$`));
      expect(rows).toBe(2);
      const lines = content.split('\r\n');
      expect(lines[0]).toBe('\ufeff环节,操作,办理人,单位,代,处理意见,接收对象,附件,到达时间,完成时间,备注');
      expect(lines[1]).toMatch(/^收件,办理中,信访收件组,/);
      expect(lines[2]).toMatch(/^来信登记,发起,张伟,淳安县信访局,/);
      const link = await office.context.db
        .selectFrom('audit_links')
        .select(['staff_id', 'detail'])
        .where('object_id', '=', order.id)
        .where('action', '=', 'work-order.export-traces')
        .executeTakeFirst();
      expect(link).toEqual({ staff_id: 'staff-zhangwei', detail: { rows: 2 } });
      const body = { ids: [`${order.id}.1`, 'nothing'] };
      const answer = await office.as('zhangwei').done(traceExport.csv, { ...byCode, body });
      expect(answer.rows).toBe(1);
    },
  },
});
