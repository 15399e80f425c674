import { Extension } from '@tiptap/core';
import { history, redo, undo } from '@tiptap/pm/history';
import { keymap } from '@tiptap/pm/keymap';

/** Undo and redo with their keys. */
export const historyExtension = Extension.create({
  name: 'history',
  addProseMirrorPlugins: () => [history(), keymap({ 'Mod-z': undo, 'Mod-y': redo, 'Shift-Mod-z': redo })],
});
