import type { Editor } from '@tiptap/core';
import { useCallback, useSyncExternalStore } from 'react';

/** Returns what `read` finds in the editor's state, compared as text; renders again only when that changes. */
export function useEditorState<State>(
  editor: Editor | undefined,
  read: (editor: Editor) => State,
): State | undefined {
  const subscribe = useCallback(
    (listener: () => void) => {
      editor?.on('transaction', listener);
      return () => void editor?.off('transaction', listener);
    },
    [editor],
  );
  const text = useSyncExternalStore(subscribe, () =>
    editor === undefined || editor.isDestroyed ? undefined : JSON.stringify(read(editor)),
  );
  return text === undefined ? undefined : (JSON.parse(text) as State);
}
