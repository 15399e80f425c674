import { Manual } from './Manual.tsx';
import { readGuide } from './read-guide.ts';

/** The source is a document, included in the build like its pictures. */
const [source = ''] = Object.values(
  import.meta.glob<string>('../../../docs/operator-guide.zh-CN.md', {
    eager: true,
    query: '?raw',
    import: 'default',
  }),
);
const sections = readGuide(source);

/** Shows the operator guide, for work on the server; the screens of operators link to its sections. */
export function OperatorManual() {
  return <Manual title="运维手册" sections={sections} headingByScreen={{}} />;
}
