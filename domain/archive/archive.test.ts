import { describe, expect, it } from 'vitest';
import { ApplicantTerm } from '../applicants/applicant-term.ts';
import {
  type AppraisalSubject,
  extendedUntil,
  isDueForAppraisal,
  periodText,
  problemOfAppraisal,
  problemOfDestruction,
} from './appraisal.ts';
import {
  type ArchiveRecord,
  archiveNumber,
  isRetentionPeriod,
  RetentionPeriod,
  retentionEnd,
} from './archive-record.ts';
import { metadataXml } from './metadata.ts';
import { offlinePage } from './offline-page.ts';
import { checksumsText, pathsInPackage } from './package-paths.ts';

// jsdom has no types here, therefore its name is passed as a string variable.
const jsdom: string = 'jsdom';
const { JSDOM } = await import(jsdom);

const record: ArchiveRecord = {
  place: { fonds: 'J012', year: 2026, period: RetentionPeriod.thirtyYears, department: 'XFK', item: 7 },
  fondsName: '淳安县信访局',
  unit: '淳安县信访局',
  code: '2026000186',
  title: '明珠新村电梯长期带病运行 <b>&"',
  item: '群众来信办理',
  status: '正常办结',
  urgency: '紧急',
  startedOn: '2026-10-12',
  concludedOn: '2026-10-30',
  applicantWord: ApplicantTerm.petitioner,
  applicant: [
    ['姓名', '𠮷凤仙'],
    ['备注', ''],
  ],
  forms: [
    {
      title: '群众来信登记表',
      facts: [['来信摘要', '第一行\n第二行<script>alert(1)</script>']],
      tables: [{ title: '涉及人员', columns: ['姓名'], rows: [['王文']] }],
    },
  ],
  trace: [
    {
      node: '收件',
      action: '收件',
      by: '刘洋',
      unit: '办信科',
      at: '2026-10-12 09:41',
      opinion: '',
      files: [],
    },
    {
      node: '受理审查',
      action: '受理',
      by: '赵敏',
      unit: '办信科',
      at: '2026-10-14 09:20',
      opinion: '予以受理\u0000\ud800。',
      files: ['材料/现场 照片#1.jpg'],
    },
    {
      node: '办结',
      action: '办结',
      by: '刘洋',
      unit: '办信科',
      at: '2026-10-30 10:26',
      opinion: '同意',
      files: [],
    },
  ],
  petition: {
    facts: [['重复信访判断', '新事项']],
    tables: [{ title: '联名信访人', columns: ['姓名'], rows: [['王小青']] }],
  },
  records: [
    {
      number: 1,
      kind: '补正',
      state: '补正完成',
      node: '收件',
      opened: '刘洋，2026-10-12 09:50',
      changed: '刘洋，2026-10-13 10:00',
      facts: [['原因', '<i>照片看不清</i>']],
      tables: [{ title: '材料', columns: ['名称', '问题'], rows: [['证据材料', '不清楚']] }],
      files: ['材料/现场 照片#1.jpg'],
    },
  ],
  materialChecks: [
    {
      number: 1,
      node: '收件',
      by: '刘洋',
      at: '2026-10-12 09:45',
      summary: '1 份有问题',
      rows: [['证据材料', '不清楚', '0', '1', '照片看不清']],
    },
  ],
  changes: [
    {
      version: 9,
      at: '2026-10-14 09:20',
      by: '赵敏',
      node: '受理审查',
      form: '群众来信登记表',
      field: '来信摘要',
      before: '电梯坏了',
      after: '电梯长期带病运行',
      digest: 'abc',
    },
  ],
  files: [
    {
      path: '文书/答复意见书.pdf',
      title: '答复意见书',
      kind: '文书',
      contentType: 'application/pdf',
      size: 2_097_152,
      sha256: 'a'.repeat(64),
    },
    {
      path: '材料/现场 照片#1.jpg',
      title: '现场 照片#1.jpg',
      kind: '材料',
      contentType: 'image/jpeg',
      size: 900,
      sha256: 'b'.repeat(64),
    },
  ],
};

describe('archive number of an order', () => {
  it('has a 档号 according to DA/T 13', () => {
    expect(archiveNumber(record.place)).toBe('J012-WS·2026-D30-XFK-0007');
    expect(archiveNumber({ ...record.place, period: 'Y', item: 12_345 })).toBe('J012-WS·2026-Y-XFK-12345');
  });

  it('is retained until the end of its last year, or permanently', () => {
    expect(retentionEnd('2026-10-30', 'D10')).toBe('2036-12-31');
    expect(retentionEnd('2026-01-01', 'D30')).toBe('2056-12-31');
    expect(retentionEnd('2026-10-30', 'Y')).toBeUndefined();
    expect(['Y', 'D30', 'D10', 'D5', 'toString'].map(isRetentionPeriod)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('appraisal of an archive entry', () => {
  const today = '2037-01-01';
  const expired: AppraisalSubject = {
    state: 'kept',
    keptUntil: '2036-12-31',
    isConcluded: true,
    found: 'whole',
    handOver: null,
  };

  it('is possible from the day after the retention period, and never for permanent retention', () => {
    expect(isDueForAppraisal(expired, today)).toBe(true);
    expect(isDueForAppraisal(expired, '2036-12-31')).toBe(false);
    expect(isDueForAppraisal({ ...expired, keptUntil: null }, '9999-12-31')).toBe(false);
    expect(problemOfAppraisal(expired, '2036-12-31')).toBe('保管期限未满');
    expect(problemOfAppraisal({ ...expired, keptUntil: null }, today)).toBe('保管期限未满');
    expect(problemOfAppraisal({ ...expired, found: 'changed' }, today)).toBeUndefined();
  });

  it('refuses destruction while the order is open, the package is damaged, or another archive has it', () => {
    const problemOf = (change: Partial<AppraisalSubject>, evenHandedOver = false) =>
      problemOfDestruction({ ...expired, ...change }, { today, evenHandedOver });
    expect(problemOf({})).toBeUndefined();
    expect(problemOf({ found: null })).toBeUndefined();
    expect(problemOf({ isConcluded: false })).toBe('办件正在重新办理');
    expect(problemOf({ state: 'reopened' })).toBe('办件正在重新办理');
    for (const state of ['waiting', 'running', 'failed'] as const)
      expect(problemOf({ state })).toBe('尚未归档');
    expect(problemOf({ state: 'destroyed' })).toBe('已销毁');
    for (const found of ['changed', 'missing'] as const) expect(problemOf({ found })).toContain('缺失');
    expect(problemOf({ keptUntil: null })).toBe('保管期限未满');
    expect(problemOf({ handOver: 'prepared' }, true)).toBe('已编入移交批次');
    expect(problemOf({ handOver: 'done' })).toBe('已移交');
    expect(problemOf({ handOver: 'done' }, true)).toBeUndefined();
  });

  it('counts a new term from the year of the appraisal', () => {
    expect(extendedUntil(today, 'D10')).toBe('2047-12-31');
    expect(extendedUntil(today, 'Y')).toBeUndefined();
    expect([periodText('D10', null), periodText('D10', 'D30')]).toEqual(['10年', '10年，续存30年']);
  });
});

describe('file paths of an archive package', () => {
  const pathsOf = (...names: string[]) =>
    pathsInPackage(names.map((name) => ({ name, kind: '材料' as const })));

  it('are unique, each in the folder of its kind', () => {
    expect(
      pathsInPackage([
        { name: '来信.pdf', kind: '材料' },
        { name: '来信.pdf', kind: '文书' },
        { name: '来信.PDF', kind: '材料' },
      ]),
    ).toEqual(['材料/来信.pdf', '文书/来信.pdf', '材料/来信(2).PDF']);
  });

  it('stay inside their folder and can be unpacked on every system', () => {
    expect(
      pathsOf('../../etc/passwd', 'a\\b:c*?.txt', 'CON.txt', 'aux', ' . ', '尾点...', '\u0007铃.pdf'),
    ).toEqual([
      '材料/.._.._etc_passwd',
      '材料/a_b_c__.txt',
      '材料/_CON.txt',
      '材料/_aux',
      '材料/_',
      '材料/尾点',
      '材料/_铃.pdf',
    ]);
  });

  it('are cut between characters and keep their extension', () => {
    const [path = ''] = pathsOf(`${'𠮷'.repeat(100)}.docx`);
    const name = path.slice('材料/'.length);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
    expect(name).toBe(`${'𠮷'.repeat(48)}.docx`);
  });

  it('stay unique after cutting', () => {
    const long = '信'.repeat(90);
    expect(new Set(pathsOf(`${long}一.pdf`, `${long}二.pdf`)).size).toBe(2);
  });
});

describe('checksums of an archive package', () => {
  it('have the format of sha256sum', () => {
    expect(checksumsText(record.files)).toBe(
      `${'a'.repeat(64)}  文书/答复意见书.pdf\n${'b'.repeat(64)}  材料/现场 照片#1.jpg\n`,
    );
  });
});

describe('metadata of an archive package', () => {
  const xml = metadataXml(record, { createdAt: '2026-10-31T02:00:00.000Z', program: '办件通 0.1.0' });
  const { document } = new JSDOM(xml, { contentType: 'application/xml' }).window;
  const texts = (name: string) =>
    [...document.getElementsByTagName(name)].map((element) => element.textContent);

  it('form one well-formed package after DA/T 48 with the elements of DA/T 46', () => {
    expect(document.documentElement.tagName).toBe('电子文件封装包');
    expect(texts('档号值')).toEqual(['J012-WS·2026-D30-XFK-0007']);
    expect(texts('聚合层次')).toEqual(['件']);
    expect(texts('保管期限')).toEqual(['30年']);
    expect(texts('件数')).toEqual(['2']);
    expect(texts('紧急程度')).toEqual(['紧急']);
    expect(texts('题名')[0]).toBe(record.title);
  });

  it('name each file by path, size and digest', () => {
    const data = [...document.getElementsByTagName('编码数据')];
    expect(data.map((element) => [element.getAttribute('引用'), element.getAttribute('摘要值')])).toEqual(
      record.files.map(({ path, sha256 }) => [path, sha256]),
    );
    expect(texts('文档主从声明')).toEqual(['主文档', '附属文档']);
  });

  it('list actors, actions and times, each person once', () => {
    expect(texts('机构人员名称')).toEqual(['刘洋', '赵敏']);
    expect(texts('业务行为')).toEqual(['收件：收件', '受理审查：受理', '办结：办结']);
    const actors = [...document.getElementsByTagName('业务实体')].map(
      (element) => element.getElementsByTagName('机构人员标识符')[0]?.textContent,
    );
    expect(actors).toEqual(['P1', 'P2', 'P1']);
  });

  it('leave out characters that XML cannot contain', () => {
    expect(texts('行为描述')).toEqual(['予以受理。', '同意']);
  });
});

describe('offline page of an archive package', () => {
  const { document } = new JSDOM(offlinePage(record)).window;

  it('shows the order, its opinions and its files', () => {
    const text = document.body.textContent ?? '';
    for (const word of [
      'J012-WS·2026-D30-XFK-0007',
      '𠮷凤仙',
      '信访人',
      '涉及人员',
      '王文',
      '予以受理',
      '2.0 MB',
      '2026年10月30日',
    ])
      expect(text).toContain(word);
    expect(text).not.toMatch(/备注|申请人/);
  });

  it('shows a signature as its picture, by an address within the package', () => {
    const [form] = record.forms;
    const pictures = [{ path: '材料/签名 1.png', name: '签名 1.png' }];
    const facts = [
      ['申请人签名', { text: '', pictures }],
      ['代办人', { text: '签名：签名 1.png', pictures }],
    ] as const;
    const tables = [{ title: '到场人员', columns: ['签名'], rows: [[{ text: '', pictures }], ['未签']] }];
    const page = offlinePage({ ...record, forms: [{ title: form?.title ?? '', tables, facts }] });
    const { document: shown } = new JSDOM(page).window;
    const drawn = [...shown.querySelectorAll('dd img, td img')];
    expect(drawn.map((picture) => [picture.getAttribute('src'), picture.getAttribute('alt')])).toEqual(
      Array(3).fill(['%E6%9D%90%E6%96%99/%E7%AD%BE%E5%90%8D%201.png', '签名 1.png']),
    );
    expect(drawn.map((picture) => picture.parentElement?.textContent)).toEqual(['', '签名：签名 1.png', '']);
  });

  it('contains no scripts and loads no resources', () => {
    expect(document.querySelectorAll('script, img, link, iframe, [onclick]')).toHaveLength(0);
    expect(
      document.querySelector('meta[http-equiv="Content-Security-Policy"]')?.getAttribute('content'),
    ).toBe("default-src 'none'; style-src 'unsafe-inline'; img-src 'self' file:");
    expect(document.querySelector('h1')?.textContent).toBe(record.title);
  });

  it('shows side records, checks of materials and earlier form values', () => {
    const headings = [...document.querySelectorAll('h2')].map(({ textContent }) => textContent);
    expect(headings).toContain('补正（记录 1，补正完成）');
    const rows = [...document.querySelectorAll('tr')].map((row) =>
      [...row.children].map(({ textContent }) => textContent).join('|'),
    );
    expect(headings).toContain('信访关联');
    expect(rows).toContain('王小青');
    expect(rows).toContain('证据材料|不清楚');
    expect(rows).toContain('证据材料|不清楚|0|1|照片看不清');
    expect(rows).toContain(
      '2026-10-14 09:20|受理审查|赵敏|群众来信登记表：来信摘要|电梯坏了|电梯长期带病运行',
    );
    expect(document.querySelectorAll('i')).toHaveLength(0);
  });

  it('links to the files by escaped addresses', () => {
    const links = [...document.querySelectorAll('a')].map((element) => element.getAttribute('href') ?? '');
    expect(links.map(decodeURIComponent)).toEqual([
      '材料/现场 照片#1.jpg',
      '材料/现场 照片#1.jpg',
      '文书/答复意见书.pdf',
      '材料/现场 照片#1.jpg',
    ]);
    expect(links.every((address) => !address.includes('#'))).toBe(true);
  });
});
