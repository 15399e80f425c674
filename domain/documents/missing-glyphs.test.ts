import { describe, expect, it } from 'vitest';
import { ApplicantTerm } from '../applicants/applicant-term.ts';
import { missingGlyphs, missingGlyphsText, templateField, withApplicantTerm } from './missing-glyphs.ts';

const hasGlyph = (codePoint: number) => codePoint < 0x2_0000;

describe('characters without a glyph in any font', () => {
  it('are listed with their field and code point, each pair once', () => {
    const document = { title: '关于𠮷𠮷的答复', body: [{ text: '𪛖乡𠮷家村' }] };
    const facts = {
      '申请人.姓名': '王𠮷',
      '表单.petition-letter': { address: '𪛖乡𠮷家村' },
      意见: [{ 内容: '同意' }, { 内容: '请转𪛖乡' }],
    };
    expect(missingGlyphs(document, facts, hasGlyph)).toEqual([
      { field: '申请人.姓名', letter: '𠮷', codePoint: 'U+20BB7' },
      { field: '表单.petition-letter.address', letter: '𠮷', codePoint: 'U+20BB7' },
      { field: '表单.petition-letter.address', letter: '𪛖', codePoint: 'U+2A6D6' },
      { field: '意见.内容', letter: '𪛖', codePoint: 'U+2A6D6' },
    ]);
  });

  it('count only when the document contains them', () => {
    expect(missingGlyphs({ title: '答复' }, { '申请人.姓名': '𠮷' }, hasGlyph)).toEqual([]);
  });

  it('belong to the template when no fact contains them', () => {
    expect(missingGlyphs({ title: '𠮷' }, {}, hasGlyph)).toEqual([
      { field: templateField, letter: '𠮷', codePoint: 'U+20BB7' },
    ]);
  });

  it('do not include invisible characters: spaces, line ends, variation selectors', () => {
    expect(
      missingGlyphs(
        ['甲 乙\n丙\t', '葛\u{e0100}\u200d\ufe0f'],
        {},
        (point) => point > 0x2e80 && point < 0xa000,
      ),
    ).toEqual([]);
  });

  it('are described in a sentence', () => {
    expect(missingGlyphsText([])).toBe('');
    expect(
      missingGlyphsText([
        { field: '申请人.姓名', letter: '𠮷', codePoint: 'U+20BB7' },
        { field: templateField, letter: '𪛖', codePoint: 'U+2A6D6' },
      ]),
    ).toBe(
      '申请人.姓名中的“𠮷”（U+20BB7）、文书模板中的“𪛖”（U+2A6D6）没有字形，文书上会显示为空框；请换用其他写法，或请系统管理员安装含生僻字的字体后重新生成',
    );
  });

  it('are reported under the applicant term of the item', () => {
    const letter = { letter: '𠮷', codePoint: 'U+20BB7' };
    const missing = [
      { ...letter, field: '申请人.姓名' },
      { ...letter, field: '办件.标题' },
    ];
    const fieldsIn = (term: ApplicantTerm) => withApplicantTerm(term, missing).map(({ field }) => field);
    expect(fieldsIn(ApplicantTerm.petitioner)).toEqual(['信访人姓名', '办件.标题']);
    expect(fieldsIn(ApplicantTerm.applicant)).toEqual(['申请人姓名', '办件.标题']);
  });

  it('are limited to 50', () => {
    const many = Array.from({ length: 80 }, (_, index) => String.fromCodePoint(0x2_0000 + index)).join('');
    expect(missingGlyphs(many, {}, hasGlyph)).toHaveLength(50);
  });
});
