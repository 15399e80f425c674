import { Manual } from './Manual.tsx';
import { readGuide } from './read-guide.ts';

/** A document, not code: taken into the build as its pictures are. */
const [source = ''] = Object.values(
  import.meta.glob<string>('../../../docs/operator-guide.zh-CN.md', {
    eager: true,
    query: '?raw',
    import: 'default',
  }),
);
const sections = readGuide(source);

/** Shows the operator guide, on work at the server; the screens of operators link to its sections. */
export function OperatorManual() {
  return <Manual title="运维手册" sections={sections} places={{}} />;
}
