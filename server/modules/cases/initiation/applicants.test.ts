import { afterAll, describe, expect, test } from 'vitest';
import { initiation } from '#contract/initiation.ts';
import { petitionHistory } from '#contract/petition-history.ts';
import { workOrders } from '#contract/work-orders.ts';
import { verifyAudit } from '#server/modules/access/audit/verify.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { openDesk } from '#test/world/desk.ts';
import { officeCrypto, testOffice } from '#test/world/office.ts';
import { petition, proposal, withCompanyApplicant } from '#test/world/start-data.ts';

const office = await testOffice();
const { db } = office.context;
const desk = openDesk(office);
const start = (body: object) => office.as('zhangwei').call(initiation.initiate, { body });
const started = (body: object) => office.as('zhangwei').done(initiation.initiate, { body });
const pageOf = (workorderCode: string) =>
  office.as('liuyang').done(workOrders.detailPage, { params: { workorderCode } });

const company = await desk.start('zhangwei', withCompanyApplicant(1, petition(1)));
const companyApplicant = company.startData.start.applyer;

afterAll(async () => {
  expect(await checkInvariants(db)).toEqual([]);
  expect((await verifyAudit(db, officeCrypto)).broken).toBeUndefined();
});

describe('the applicant card', () => {
  test('accepts codes as numbers, and empty values as not chosen (S1 §4, S2 §3)', async () => {
    const { start: body } = petition(41);
    const codes = { sex: 1, certCategory: 10, applyerType: 1, representCertCategory: 10 };
    const empty = {
      sex: '',
      certCategory: '',
      enterpriseType: null,
      representCertCategory: '',
      region: null,
    };
    for (const values of [codes, empty]) {
      const applyer = { ...body.applyer, ...values, certCode: '' };
      const { workorderCode } = await started({ ...body, applyer });
      const { applicant } = await pageOf(workorderCode);
      expect(applicant).toMatchObject({ applyerType: '1', certCategory: '10', representCertCategory: '10' });
    }
  });

  test.each([
    ['in the mobile field', { mobile: '020-8123 4567', contactNo: '' }],
    ['in the landline field', { mobile: '', contactNo: '020-81234567' }],
  ])(
    'accepts a petitioner with only a landline, %s, and finds the petitions by it (S2 §5)',
    async (where, phones) => {
      const { start: body } = petition(43);
      const name = `${body.applyer.name}${where.length}`;
      const applyer = { ...body.applyer, ...phones, name, certCode: '' };
      const { workorderCode } = await started({ ...body, applyer });
      const findCodes = async (contTel: string) =>
        (await office.as('zhangwei').done(petitionHistory.ofPetitioner, { body: { name, contTel } })).rows;
      expect((await findCodes('020-8123 4567')).map(({ workOrdCd }) => workOrdCd)).toEqual([workorderCode]);
      expect(await findCodes('020-81234568')).toEqual([]);
    },
  );

  test('reports missing fields in the texts of the rules (S1 §5)', async () => {
    const { start: body } = petition(42);
    const { body: refusal } = await start({ ...body, applyer: {} });
    expect(refusal.problems).toEqual([
      { field: 'applyer.name', message: '信访人姓名不能为空' },
      { field: 'applyer.mobile', message: '请填写手机号码或固定电话' },
    ]);
  });
});

describe('an organisation as the applicant (S1 §3)', () => {
  test('is stored with its representative, with encrypted numbers and search digests of certificates', async () => {
    const row = await db
      .selectFrom('work_order_applicants')
      .selectAll()
      .where('workorder_id', '=', company.id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ applicant_type: '2', enterprise_type: '10', cert_category: '49', sex: '0' });
    const { crypto } = office.context;
    expect(row.cert_code_digest).toBe(crypto.searchHash(companyApplicant.certCode));
    expect(row.represent_cert_digest).toBe(crypto.searchHash(companyApplicant.representCertCode ?? ''));
    const storedText = JSON.stringify(row);
    for (const secret of [
      companyApplicant.certCode,
      companyApplicant.representName,
      companyApplicant.representCertCode,
      companyApplicant.representMobile,
    ])
      expect(storedText).not.toContain(secret);
  });

  test('is shown masked by its own rules, and unmasked after an audited reveal', async () => {
    const { applicant, order } = await pageOf(company.code);
    expect(applicant).toMatchObject({
      masked: true,
      applyerTypeLabel: '企业法人',
      enterpriseTypeLabel: '有限责任公司',
      certCategoryLabel: '统一社会信用代码',
      representCertCategoryLabel: '居民身份证',
    });
    // The mask of a legal name keeps its first two characters and the last (S1 §5).
    expect(applicant?.name).toMatch(/^淳安\*+）$/);
    expect(order.applicantName).toBe(applicant?.name);
    expect(applicant?.representName).toMatch(/^\*+.$/);
    expect(applicant?.representCertCode).toMatch(/^\*{14}[\dX]{4}$/);
    expect(applicant?.representMobile).toMatch(/^154\*{4}\d{4}$/);

    const params = { workorderCode: company.code };
    const unmasked = await office.as('liuyang').done(workOrders.revealApplicant, { params });
    const { region: _, ...expectedApplicant } = companyApplicant;
    expect(unmasked).toMatchObject({ ...expectedApplicant, sex: '0', masked: false });
    const link = await db
      .selectFrom('audit_links')
      .select('staff_id')
      .where('object_id', '=', company.id)
      .where('action', '=', 'work-order.reveal-applicant')
      .executeTakeFirst();
    expect(link?.staff_id).toBe('staff-liuyang');
  });

  test('may have one unfinished order of an item, by its credit code', async () => {
    const { certCode, certCategory = '' } = companyApplicant;
    const query = { taskCode: 'petition-letter', certCode, certCategory };
    expect(await office.as('lina').done(initiation.check, { query })).toMatchObject({ flag: false });
    const refusal = await start({ ...petition(1).start, applyer: companyApplicant });
    expect(refusal.body).toMatchObject({ errcode: 40920 });
  });

  test('is refused with all problems in the texts of the card', async () => {
    const wrong = {
      ...companyApplicant,
      name: '',
      enterpriseType: '',
      certCode: '91330127MA00000000',
      representName: '',
    };
    const { body } = await start({ ...petition(2).start, applyer: { ...wrong, mobile: '81234567' } });
    expect(body.problems?.map(({ field, message }) => [field, message])).toEqual([
      ['applyer.enterpriseType', '企业类型不能为空'],
      ['applyer.name', '单位名称不能为空'],
      ['applyer.certCode', '请输入正确的证件'],
      ['applyer.representName', '法定代表人姓名不能为空'],
      ['applyer.mobile', '请输入正确的手机号'],
    ]);
  });

  test('may be given by the name of its type, and an unknown type is refused', async () => {
    const { start: other } = withCompanyApplicant(3, petition(3));
    const { applyer } = other;
    const unknown = await start({ ...other, applyer: { ...applyer, applyerType: 'ship' } });
    expect(unknown.body.problems).toContainEqual({
      field: 'applyer.applyerType',
      message: '请选择信访人类型',
    });
    const { workorderCode } = await started({ ...other, applyer: { ...applyer, applyerType: 'enterprise' } });
    expect((await pageOf(workorderCode)).applicant).toMatchObject({ applyerType: '2' });
  });
});

describe('the applicant label is a setting of the item (S2 §5)', () => {
  test('a petition reports 信访人姓名不能为空, a proposal 申请人姓名不能为空', async () => {
    for (const [startData, text] of [
      [petition(4), '信访人姓名不能为空'],
      [proposal(4), '申请人姓名不能为空'],
    ] as const) {
      const { body } = await start({
        ...startData.start,
        applyer: { ...startData.start.applyer, name: ' ' },
      });
      expect(body.problems).toContainEqual({ field: 'applyer.name', message: text });
    }
    expect((await pageOf(company.code)).order.applicantWord).toBe('信访人');
  });

  test('a petitioner of unknown sex is stored as 1 (S2 §3), an applicant as unknown', async () => {
    const sexOf = async (startData: ReturnType<typeof petition>) => {
      const { sex: _, certCode: __, ...applyer } = startData.start.applyer;
      const { id } = await desk.start('zhangwei', {
        ...startData,
        start: { ...startData.start, applyer: { ...applyer, certCode: '' } },
      });
      const row = await db
        .selectFrom('work_order_applicants')
        .select('sex')
        .where('workorder_id', '=', id)
        .executeTakeFirstOrThrow();
      return row.sex;
    };
    expect(await sexOf(petition(5))).toBe('1');
    expect(await sexOf(proposal(5))).toBe('0');
  });
});

describe('the address of an applicant (S1 §3)', () => {
  test('is returned as one string that ends with the detail address, and as region and detailAddress', async () => {
    const { code, startData } = await desk.start('zhangwei', petition(6));
    const { detailAddress = '' } = startData.start.applyer;
    const params = { workorderCode: code };
    const unmasked = await office.as('liuyang').done(workOrders.revealApplicant, { params });
    expect(unmasked.address).toBe(`浙江省 杭州市 淳安县 千岛湖镇 ${detailAddress}`);
    expect(unmasked.detailAddress).toBe(detailAddress);
    expect(unmasked.region.map(({ code: area }) => area)).toEqual([
      '330000',
      '330100',
      '330127',
      '330127100',
    ]);
  });

  test('shows no more of its parts than the mask of the whole', async () => {
    const { applicant } = await pageOf(company.code);
    expect(applicant?.address).toMatch(/^浙江省 杭州\*+$/);
    expect(applicant?.region).toEqual([{ code: '330000', name: '浙江省' }]);
    expect(applicant?.detailAddress).toMatch(/^\*+$/);
  });

  test('accepts a region in the format of a form', async () => {
    const { start: body } = petition(7);
    const region = [{ code: '330000', name: '浙江省' }, { code: '330100' }];
    const { workorderId } = await started({ ...body, applyer: { ...body.applyer, region } });
    const row = await db
      .selectFrom('work_order_applicants')
      .select('region')
      .where('workorder_id', '=', workorderId)
      .executeTakeFirstOrThrow();
    expect(row.region).toEqual(['330000', '330100']);
  });
});

describe('the intake channel of an order (S1 §3 serveType)', () => {
  const orderOf = async (body: object) => {
    const params = { workorderCode: (await started(body)).workorderCode };
    return (await office.as('zhangwei').done(workOrders.detailPage, { params })).order;
  };

  test('is the default of the item or the given channels, one or several', async () => {
    expect((await orderOf(petition(10).start)).serveType).toEqual(['letter']);
    expect((await orderOf({ ...proposal(11).start, serveType: 'online' })).serveType).toEqual(['online']);
    expect((await orderOf({ ...proposal(12).start, serveType: 'online,window' })).serveType).toEqual([
      'online',
      'window',
    ]);
    expect((await orderOf({ ...proposal(13).start, serveType: ['window'] })).serveType).toEqual(['window']);
  });

  test('must be one that the item offers', async () => {
    const { body } = await start({ ...proposal(14).start, serveType: ['letter'] });
    expect(body.problems).toEqual([{ field: 'serveType', message: '请选择收件方式' }]);
  });
});

describe('process and item data of an order (S1 §3)', () => {
  const origin = {
    procId: 'petition-letter',
    procDefId: 'petition-letter:1',
    itemDeployId: 'petition-letter-1',
    serveType: ['letter'],
    secondBatch: false,
    nodeName: '收件',
  };

  test('are returned in the order info and on the page', async () => {
    expect((await pageOf(company.code)).order).toMatchObject(origin);
    const params = { workorderCode: company.code };
    expect(await office.as('liuyang').done(workOrders.info, { params })).toMatchObject({
      ...origin,
      procInsId: company.id,
    });
  });

  test('include the extFields that the item names, as labels, masked for secret fields', async () => {
    const { order } = await pageOf(company.code);
    expect(order.extFields).toEqual([
      { label: '信访形式', value: '来信' },
      { label: '来信日期', value: '2026-02-27' },
      { label: '问题类别', value: '城乡建设' },
    ]);
    const { id, startData } = await desk.start('zhangwei', proposal(20));
    const params = { workorderId: id };
    const { baseInfo } = await office.as('zhangwei').done(workOrders.items, { params });
    const mobile = String(startData.start.workorderForms[0]?.content.leadMobile);
    expect(baseInfo.extFields).toContainEqual({ label: '届次', value: '十七届五次会议' });
    expect(baseInfo.extFields).toContainEqual({
      label: '代表手机号码',
      value: `${mobile.slice(0, 3)}****${mobile.slice(-4)}`,
    });
  });
});

describe('a certificate number as the keyword of a list', () => {
  const find = async (account: string, keyword: string | undefined) => {
    const query = { keyword: keyword ?? '' };
    const { rows, total } = await office.as(account).done(workOrders.todoPage, { query });
    expect(total).toBe(rows.length);
    return rows.map(({ code }) => code);
  };

  test('finds the orders of that applicant or representative by the digest of the number', async () => {
    const person = await desk.start('zhangwei', petition(30));
    expect(await find('liuyang', person.startData.start.applyer.certCode)).toEqual([person.code]);
    expect(await find('liuyang', companyApplicant.certCode.toLowerCase())).toEqual([company.code]);
    expect(await find('liuyang', companyApplicant.representCertCode)).toEqual([company.code]);
    expect(await find('liuyang', '11010519491231002X')).toEqual([]);
    const query = { keyword: companyApplicant.certCode };
    const { rows } = await office.as('zhangwei').done(workOrders.initiatedPage, { query });
    expect(rows.map(({ code }) => code)).toEqual([company.code]);
  });

  // The last test of the file, because it removes the permission.
  test('finds nothing without the reveal permission, which also limits names to exact matches', async () => {
    const whole = companyApplicant.name;
    const part = whole.slice(0, -1);
    expect(await find('liuyang', part)).toEqual([company.code]);
    await db
      .deleteFrom('role_permissions')
      .where('permission', '=', 'applicant:reveal')
      .where('role_code', '=', 'handler')
      .execute();
    expect(await find('liuyang', companyApplicant.certCode)).toEqual([]);
    expect(await find('liuyang', part)).toEqual([]);
    expect(await find('liuyang', whole)).toEqual([company.code]);
  });
});
