import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { PlaceholderText } from './PlaceholderText.tsx';
import styles from './template-form.module.css';

/** Edits texts of which each is one line of the document: attachments, signatures. */
export function TextLines(props: {
  label: string;
  /** Field name of the whole list; a line's own name is `field[0]`. */
  field: string;
  lines: readonly string[];
  onChange: (lines: readonly string[]) => void;
}) {
  const { label, field, lines, onChange } = props;
  return (
    <div className={styles.lines}>
      <span className={styles.label}>{label}</span>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are identified only by their index
        <div key={index} className={styles.line}>
          <PlaceholderText
            isLabelHidden
            label={`${label} ${index + 1}`}
            field={`${field}[${index}]`}
            value={line}
            onChange={(text) => onChange(lines.with(index, text))}
          />
          <Button
            type="text"
            icon={<DeleteOutlined aria-hidden />}
            aria-label={`删除${label} ${index + 1}`}
            onClick={() => onChange(lines.toSpliced(index, 1))}
          />
        </div>
      ))}
      <Button
        type="link"
        size="small"
        icon={<PlusOutlined aria-hidden />}
        aria-label={`添加${label}`}
        onClick={() => onChange([...lines, ''])}
      >
        添加
      </Button>
    </div>
  );
}
