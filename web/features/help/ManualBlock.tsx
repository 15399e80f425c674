import { ScrollRegion } from '#web/toolkit/table/ScrollRegion.tsx';
import styles from './help.module.css';
import type { GuideBlock, GuidePart } from './read-guide.ts';

const pictures = import.meta.glob<string>('../../../docs/images/*.png', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** Shows one block of the guide: a text, a list, a table or a picture. */
export function ManualBlock({ block }: { block: GuideBlock }) {
  if (block.kind === 'picture') {
    return (
      <img
        className={styles.picture}
        src={pictures[`../../../docs/images/${block.file}`]}
        alt={block.alt}
        loading="lazy"
      />
    );
  }
  if (block.kind === 'heading') {
    return (
      <h3 id={block.text} tabIndex={-1}>
        {block.text}
      </h3>
    );
  }
  if (block.kind === 'code') {
    return (
      <ScrollRegion className={styles.code} label="命令">
        <pre>{block.text}</pre>
      </ScrollRegion>
    );
  }
  if (block.kind === 'table') {
    const [head = [], ...rows] = block.rows;
    return (
      <table className={styles.table}>
        <thead>
          <tr>
            {head.map((cell, index) => (
              <th scope="col" key={keyOf(cell, index)}>
                <Parts parts={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, line) => (
            <tr key={keyOf(row[0] ?? [], line)}>
              {row.map((cell, index) => (
                <td key={keyOf(cell, index)}>
                  <Parts parts={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    );
  }
  if (block.kind === 'list') {
    const items = block.items.map((item, index) => (
      <li key={keyOf(item, index)}>
        <Parts parts={item} />
      </li>
    ));
    return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
  }
  return (
    <p>
      <Parts parts={block.parts} />
    </p>
  );
}

const keyOf = (parts: readonly GuidePart[], index: number) => `${index} ${parts[0]?.text ?? ''}`;

function Parts({ parts }: { parts: readonly GuidePart[] }) {
  return parts.map((part, index) => {
    const key = `${index} ${part.text}`;
    if (part.kind === 'strong') return <strong key={key}>{part.text}</strong>;
    if (part.kind === 'key') return <kbd key={key}>{part.text}</kbd>;
    if (part.kind === 'link') {
      return (
        <a key={key} href={part.to}>
          {part.text}
        </a>
      );
    }
    return part.text;
  });
}
