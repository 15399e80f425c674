import { Input } from 'antd';
import styles from './definitions.module.css';

/** Filters a list of definitions by search terms as they are typed. */
export function DefinitionSearch(props: {
  label: string;
  placeholder: string;
  onSearch: (text: string) => void;
}) {
  return (
    <Input
      aria-label={props.label}
      className={styles.search ?? ''}
      placeholder={props.placeholder}
      allowClear
      onChange={({ target }) => props.onSearch(target.value.trim())}
    />
  );
}
