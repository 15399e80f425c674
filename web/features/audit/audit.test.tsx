import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type AuditEntry, type AuditVerification, audit } from '#contract/audit.ts';
import { labelOfAction } from '#contract/audit-texts.ts';
import { answerCalls, renderPart } from '../work-orders/test-screen.tsx';
import { AuditEntryDrawer } from './AuditEntryDrawer.tsx';
import { VerifyDialog } from './VerifyDialog.tsx';

afterEach(() => vi.unstubAllGlobals());

describe('verification of the audit chain', () => {
  const verification: AuditVerification = {
    id: 'v1',
    state: 'running',
    askedByName: '袁媛',
    askedAt: '2026-03-02T02:00:00.000Z',
    finishedAt: null,
    links: 50,
    linksInAll: 200,
    orders: 3,
    files: 1,
    anchors: 0,
    findings: [],
    findingsInAll: 0,
    acknowledgedInAll: 0,
    withFiles: true,
    lastAnchorHash: '',
  };

  it('shows the progress of a verification to its end and names the changed records', async () => {
    let requests = 0;
    answerCalls({
      [`GET ${audit.verifications.path}`]: () => {
        requests += 1;
        const finding = { text: '办件 2026000001：登记信息被改动', mark: 'a'.repeat(32), acknowledged: null };
        const end = { ...verification, state: 'broken', links: 200, findings: [finding], findingsInAll: 120 };
        return { rows: [requests === 1 ? verification : end] };
      },
    });
    renderPart(<VerifyDialog onClose={() => undefined} />);
    expect(await screen.findByText(/已核对记录 50 条/)).toBeDefined();
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25');
    expect(await screen.findByText('发现 120 处被改动')).toBeDefined();
    expect(screen.getByText('办件 2026000001：登记信息被改动')).toBeDefined();
    expect(screen.getByText(/只显示前 1 处/)).toBeDefined();
  });

  it('requires a reason to acknowledge a finding, and shows acknowledged findings', async () => {
    const mark = 'b'.repeat(32);
    const acknowledgement = { by: '袁媛', at: '2026-03-02T03:00:00.000Z', reason: '按工单修正' };
    const text = '角色 handler：被改动';
    let acknowledged: typeof acknowledgement | null = null;
    answerCalls({
      [`GET ${audit.verifications.path}`]: () => ({
        rows: [
          {
            ...verification,
            state: acknowledged ? 'whole' : 'broken',
            findings: [{ text, mark, acknowledged }],
            findingsInAll: 1,
            acknowledgedInAll: acknowledged ? 1 : 0,
          },
        ],
      }),
      [`POST /api/audit/findings/${mark}/acknowledge`]: () => {
        acknowledged = acknowledgement;
        return {};
      },
    });
    renderPart(<VerifyDialog onClose={() => undefined} />);
    fireEvent.click(await screen.findByRole('button', { name: `确认：${text}` }));
    const submit = screen.getByRole('button', { name: '提交确认' });
    expect((submit as HTMLButtonElement).disabled).toBe(true);
    fireEvent.change(screen.getByRole('textbox', { name: '原因' }), { target: { value: '按工单修正' } });
    fireEvent.click(submit);
    expect(await screen.findByText('没有新的问题，1 处已确认')).toBeDefined();
    expect(screen.getByText(/角色 handler：被改动（袁媛 .*已确认：按工单修正）/)).toBeDefined();
  });

  it('shows that no verification was made yet, and starts one', async () => {
    const calls = answerCalls({
      [`GET ${audit.verifications.path}`]: () => ({ rows: [] }),
      [`POST ${audit.verify.path}`]: () => ({ id: 'v1' }),
    });
    renderPart(<VerifyDialog onClose={() => undefined} />);
    expect(await screen.findByText('还没有核对过。')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: '开始核对' }));
    await waitFor(() => expect(calls.some(({ method }) => method === 'POST')).toBe(true));
  });
});

describe('labels of actions', () => {
  it('name known actions and show unknown codes unchanged', () => {
    expect(labelOfAction('account.disable')).toBe('停用账号');
    expect(labelOfAction('security.login.failed')).toBe('账号或密码错误');
    expect(labelOfAction('x.y')).toBe('x.y');
  });
});

it('an entry shows codes only to users who enabled them', async () => {
  answerCalls({});
  localStorage.clear();
  const entry = {
    chain: 'office',
    seq: 7,
    at: '2026-11-24T00:00:00.000Z',
    staffId: 'u1',
    staffName: '田野',
    staffAccount: 'tianye',
    action: 'post.change',
    objectKind: 'post',
    objectId: 'petition-examiner',
    objectName: '审查岗',
    requestId: 'r1',
    detail: {
      outcome: 'refused',
      call: 'GET /api/audit',
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0 Safari/537.36',
      filters: { endDate: '2026-11-24', startDate: '2026-11-18' },
    },
    names: {},
  } as unknown as AuditEntry;
  renderPart(<AuditEntryDrawer entry={entry} onClose={() => undefined} />);
  expect(await screen.findByText('第 7 条')).toBeDefined();
  expect(screen.getByText('2026-11-24 08:00:00')).toBeDefined();
  expect(screen.getByText('田野（tianye）')).toBeDefined();
  expect(screen.getAllByText('被拒')).toHaveLength(1);
  expect(screen.getByText('Chrome 156 · Linux')).toBeDefined();
  expect(screen.getByText('起始日期 2026-11-18，截止日期 2026-11-24')).toBeDefined();
  expect(screen.queryByText('post.change')).toBeNull();
  expect(screen.queryByText('GET /api/audit')).toBeNull();
  fireEvent.click(screen.getByRole('checkbox', { name: '显示编码' }));
  expect(screen.getByText('post.change')).toBeDefined();
  expect(screen.getByText('office')).toBeDefined();
  expect(screen.getByText('GET /api/audit')).toBeDefined();
  expect(screen.getByText(/^Mozilla/)).toBeDefined();
});
