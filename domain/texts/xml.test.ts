import { expect, test } from 'vitest';
import { writeXml } from './xml.ts';

test('an XML document has indented levels and ordered attributes, and leaves out undefined parts', () => {
  const xml = writeXml([
    'a',
    [['b', '一\n二'], undefined, ['c', []], ['d', '', { z: 1, y: '2' }], ['e', [undefined, ['f', 'g']]]],
    { x: 1 },
  ]);
  expect(xml).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<a x="1">
  <b>一
二</b>
  <c />
  <d z="1" y="2" />
  <e>
    <f>g</f>
  </e>
</a>
`);
});

test('XML special characters are escaped, forbidden ones are left out, and attributes are on one line', () => {
  const text = '<&>"\'\t\u0000\u001f\ufffe\ud800𠮷\u0085';
  const escaped = "&lt;&amp;&gt;&quot;'";
  expect(writeXml(['a', text, { b: `${text}\r\n` }])).toBe(
    `<?xml version="1.0" encoding="UTF-8"?>\n<a b="${escaped} 𠮷\u0085 ">${escaped}\t𠮷\u0085</a>\n`,
  );
});
