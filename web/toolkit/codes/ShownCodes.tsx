import { Checkbox } from 'antd';
import { useShownCodes } from './use-shown-codes.ts';

/** Asks in the tools of a list whether codes are shown; all lists, editors and pickers follow the answer. */
export function ShownCodes() {
  const [isShown, change] = useShownCodes();
  return (
    <Checkbox checked={isShown} onChange={({ target }) => change(target.checked)}>
      显示编码
    </Checkbox>
  );
}
