import { dateInFigures } from '../documents/chinese-numbers.ts';
import { escapeXml } from '../texts/xml.ts';
import { sizeText } from '../uploads/size-text.ts';
import {
  type ArchiveFact,
  type ArchiveRecord,
  type ArchiveValue,
  archiveNumber,
  retentionLabel,
} from './archive-record.ts';

/**
 * Returns the order as an HTML page that any browser opens from a disk, without the portal or a network: it
 * has no scripts and links only to files of the same package.
 */
export function offlinePage(record: ArchiveRecord): string {
  const { place } = record;
  const number = archiveNumber(place);
  return `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src 'self' file:">
<meta name="viewport" content="width=device-width">
<title>${escapeXml(`${record.code} ${record.title}`)}</title>
<style>${style}</style>
</head>
<body>
<header>
<p>${escapeXml(record.unit)}</p>
<h1>${escapeXml(record.title)}</h1>
</header>
<main>
${section(
  '档案信息',
  factList([
    ['档号', number],
    ['流水号', record.code],
    ['事项', record.item],
    ['办理结果', record.status],
    ['登记日期', dateInFigures(record.startedOn)],
    ['办结日期', dateInFigures(record.concludedOn)],
    ['保管期限', retentionLabel[place.period]],
    ['立档单位', record.unit],
  ]),
)}
${section(record.applicantWord, factList(record.applicant))}
${formSection({ title: '信访关联', ...record.petition })}
${record.forms.map(formSection).join('\n')}
${section('办理过程', traceTable(record))}
${record.records.map((each) => recordSection(each, record.files)).join('\n')}
${section('材料核对', record.materialChecks.map(checkTable).join('\n'))}
${section('表单修改记录', changeTable(record))}
${section('文件', fileTable(record))}
</main>
<footer>本页随档案包保存，不依赖办件系统。文件是否完整可用“校验值.sha256”核对。</footer>
</body>
</html>
`;
}

function section(title: string, content: string): string {
  return content === '' ? '' : `<section>\n<h2>${escapeXml(title)}</h2>\n${content}\n</section>`;
}

function formSection({ title, facts, tables }: ArchiveRecord['forms'][number]): string {
  const tableTexts = tables.map(({ title: caption, columns, rows }) =>
    table(
      columns,
      rows.map((row) => row.map(cell)),
      caption,
    ),
  );
  return section(title, [factList(facts), ...tableTexts].filter((text) => text !== '').join('\n'));
}

function factList(facts: readonly ArchiveFact[]): string {
  const filledFacts = facts.filter(([, value]) => value !== '');
  if (filledFacts.length === 0) return '';
  const rows = filledFacts.map(
    ([label, value]) => `<div><dt>${escapeXml(label)}</dt><dd>${cell(value)}</dd></div>`,
  );
  return `<dl>\n${rows.join('\n')}\n</dl>`;
}

function traceTable({ trace, files }: ArchiveRecord): string {
  const titles = new Map(files.map(({ path, title }) => [path, title]));
  return table(
    ['环节', '操作', '办理人', '时间', '意见'],
    trace.map((step) => [
      cell(step.node),
      cell(step.action),
      cell([step.by, step.unit].filter((text) => text !== '').join('，')),
      cell(step.at),
      [cell(step.opinion), ...step.files.map((path) => link(path, titles.get(path) ?? path))].join('<br>'),
    ]),
  );
}

function recordSection(
  {
    number,
    kind,
    state,
    node,
    opened,
    changed,
    facts,
    tables,
    files: paths,
  }: ArchiveRecord['records'][number],
  files: ArchiveRecord['files'],
): string {
  const titles = new Map(files.map(({ path, title }) => [path, title]));
  const links = paths.map((path) => link(path, titles.get(path) ?? path)).join('<br>');
  const content = [
    factList([['环节', node], ['发起', opened], ['最近处理', changed], ...facts]),
    ...tables.map(({ title, columns, rows }) =>
      table(
        columns,
        rows.map((row) => row.map(cell)),
        title,
      ),
    ),
    links === '' ? '' : `<p>${links}</p>`,
  ];
  return section(`${kind}（记录 ${number}，${state}）`, content.filter((text) => text !== '').join('\n'));
}

function checkTable({
  number,
  node,
  by,
  at,
  summary,
  rows,
}: ArchiveRecord['materialChecks'][number]): string {
  const caption = `第 ${number} 次：${[at, node, by, summary].filter((text) => text !== '').join('，')}`;
  return table(
    ['材料', '核对结果', '原件', '复印件', '说明'],
    rows.map((row) => row.map(cell)),
    caption,
  );
}

function changeTable({ changes }: ArchiveRecord): string {
  return table(
    ['时间', '环节', '修改人', '字段', '修改前', '修改后'],
    changes.map(({ at, node, by, form, field, before, after }) =>
      [at, node, by, `${form}：${field}`, before, after].map(cell),
    ),
  );
}

function fileTable({ files }: ArchiveRecord): string {
  return table(
    ['类别', '名称', '大小', 'SHA-256'],
    files.map(({ kind, path, title, size, sha256 }) => [
      cell(kind),
      link(path, title),
      cell(sizeText(size)),
      `<code>${escapeXml(sha256)}</code>`,
    ]),
  );
}

function table(columns: readonly string[], rows: readonly (readonly string[])[], caption = ''): string {
  if (rows.length === 0) return '';
  const head = columns.map((title) => `<th scope="col">${escapeXml(title)}</th>`).join('');
  const body = rows.map((row) => `<tr>${row.map((content) => `<td>${content}</td>`).join('')}</tr>`);
  const captionText = caption === '' ? '' : `<caption>${escapeXml(caption)}</caption>\n`;
  return `<table>\n${captionText}<thead><tr>${head}</tr></thead>\n<tbody>\n${body.join('\n')}\n</tbody>\n</table>`;
}

function cell(value: ArchiveValue): string {
  if (typeof value === 'string') return lines(value);
  return lines(value.text) + value.pictures.map(({ path, name }) => picture(path, name)).join('');
}

/** Escapes a text for HTML and keeps its line breaks. */
function lines(text: string): string {
  return escapeXml(text).replaceAll(/\r?\n/g, '<br>');
}

function link(path: string, title: string): string {
  return `<a href="${addressOf(path)}">${escapeXml(title)}</a>`;
}

/** Returns a picture that is a file of the package; its text stands for it where the file is missing. */
function picture(path: string, text: string): string {
  return `<img src="${addressOf(path)}" alt="${escapeXml(text)}">`;
}

/** Returns the address of a file; each part of its path is encoded, so that no name leads out of the folder. */
function addressOf(path: string): string {
  return escapeXml(path.split('/').map(encodeURIComponent).join('/'));
}

const style = `
body { max-width: 960px; margin: 0 auto; padding: 24px; color: black; background: white; font: 15px/1.7 "Noto Serif SC", "Source Han Serif SC", SimSun, serif; }
header { text-align: center; border-bottom: 3px double firebrick; }
header p { margin: 0; color: firebrick; font-size: 24px; letter-spacing: 0.2em; }
h1 { margin: 8px 0 16px; font-size: 22px; }
h2 { margin: 24px 0 8px; font-size: 17px; }
dl { display: grid; grid-template-columns: 1fr 1fr; margin: 0; border-top: 1px solid gray; }
dl div { display: flex; gap: 12px; padding: 4px 8px; border-bottom: 1px solid gray; }
dt { flex: none; width: 8em; font-weight: 600; }
dd { margin: 0; overflow-wrap: anywhere; }
dd img, td img { display: block; max-width: 100%; height: 20mm; }
table { width: 100%; border-collapse: collapse; margin-bottom: 12px; }
caption { padding: 8px 0 4px; text-align: left; font-weight: 600; }
th, td { padding: 4px 8px; border: 1px solid gray; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
code { font-size: 12px; overflow-wrap: anywhere; }
footer { margin-top: 24px; padding-top: 8px; border-top: 1px solid gray; font-size: 13px; }
@media (max-width: 640px) { dl { grid-template-columns: 1fr; } }
@page { size: A4; margin: 20mm; }
`;
