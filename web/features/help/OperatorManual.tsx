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

/** The operator guide: what is done on the server; whoever runs the portal is led to its places. */
export function OperatorManual() {
  return <Manual title="运维手册" sections={sections} places={{}} />;
}
