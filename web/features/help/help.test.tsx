import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { screens } from '#web/app/screen-list.ts';
import { guideSectionByScreen } from './guide-sections.ts';
import { readGuide, slugOf } from './read-guide.ts';

const docs = join(import.meta.dirname, '..', '..', '..', 'docs');
const source = readFileSync(join(docs, 'user-guide.zh-CN.md'), 'utf8');
const sections = readGuide(source);
const ids = sections.map(({ id }) => id);

const pathsWithoutSection = (paths: readonly string[]) =>
  paths.filter((path) => path !== '*' && !ids.includes(guideSectionByScreen[path] ?? ''));

describe('guide of the screens', () => {
  it('has a section for every screen, and names no removed screen', () => {
    const paths = screens.map(({ path }) => path);
    expect(pathsWithoutSection(paths)).toEqual([]);
    expect(Object.keys(guideSectionByScreen).filter((path) => !paths.includes(path))).toEqual([]);
    expect(pathsWithoutSection(['/brand-new'])).toEqual(['/brand-new']);
  });

  it('is parsed completely: unique headings, all pictures, valid links to sections', () => {
    expect(new Set(ids).size).toBe(ids.length);
    const blocks = sections.flatMap((section) => section.blocks);
    const pictures = blocks.flatMap((block) => (block.kind === 'picture' ? [block.file] : []));
    expect(pictures.length).toBe(source.match(/^!\[/gm)?.length);
    const links = [...source.matchAll(/\]\(#([^)]+)\)/g)].map(([, id]) => id ?? '');
    expect(links.filter((id) => !ids.includes(id))).toEqual([]);
    // No Markdown character is left in the text.
    const contentText = JSON.stringify(blocks.map((block) => ('parts' in block ? block.parts : block)));
    expect(contentText).not.toMatch(/\*\*|\]\(|^#/);
  });

  it('includes the operator guide, parsed completely, with valid links to headings', () => {
    const guide = readFileSync(join(docs, 'operator-guide.zh-CN.md'), 'utf8');
    const guideSections = readGuide(guide);
    const blocks = guideSections.flatMap((section) => section.blocks);
    const headings = [
      ...guideSections.map(({ id }) => id),
      ...blocks.flatMap((block) => (block.kind === 'heading' ? [block.text] : [])),
    ];
    expect(headings.length).toBe(guide.match(/^#{2,3} /gm)?.length);
    const names = headings.map(slugOf);
    expect(new Set(names).size).toBe(names.length);
    const links = [...guide.matchAll(/\]\(#([^)]+)\)/g)].map(([, id]) => id ?? '');
    expect(links.length).toBeGreaterThan(2);
    expect(links.filter((id) => !names.includes(id))).toEqual([]);
    const commands = blocks.filter(({ kind }) => kind === 'code');
    expect(commands.length * 2).toBe(guide.match(/^```/gm)?.length);
    // No Markdown character is left in the text; a command may contain any.
    const textParts = blocks.flatMap((block) => {
      if (block.kind === 'text') return block.parts;
      if (block.kind === 'list') return block.items.flat();
      return block.kind === 'table' ? block.rows.flat(2) : [];
    });
    const unparsed = textParts.filter(({ kind, text }) => kind === 'plain' && /\*\*|\]\(|`|^#/.test(text));
    expect(unparsed).toEqual([]);
  });

  it('parses each kind of block', () => {
    const [section] = readGuide(
      '# x\n\n## 标题\n\n一行\n接着**重**`k`[去](#那里)[外](a.md)\n\n- 甲\n  续\n- 乙\n\n1. 一\n\n| a | b |\n| --- | --- |\n| c | d |\n\n![图](images/t.png)\n\n### 小节\n\n```sh\nnpm start\n\nnpm test   # 一行\n```\n',
    );
    expect(section?.blocks).toEqual([
      {
        kind: 'text',
        parts: [
          { kind: 'plain', text: '一行接着' },
          { kind: 'strong', text: '重' },
          { kind: 'key', text: 'k' },
          { kind: 'link', text: '去', to: '#那里' },
          { kind: 'plain', text: '外' },
        ],
      },
      {
        kind: 'list',
        ordered: false,
        items: [[{ kind: 'plain', text: '甲续' }], [{ kind: 'plain', text: '乙' }]],
      },
      { kind: 'list', ordered: true, items: [[{ kind: 'plain', text: '一' }]] },
      {
        kind: 'table',
        rows: [
          [[{ kind: 'plain', text: 'a' }], [{ kind: 'plain', text: 'b' }]],
          [[{ kind: 'plain', text: 'c' }], [{ kind: 'plain', text: 'd' }]],
        ],
      },
      { kind: 'picture', alt: '图', file: 't.png' },
      { kind: 'heading', text: '小节' },
      { kind: 'code', text: 'npm start\n\nnpm test   # 一行' },
    ]);
  });
});
