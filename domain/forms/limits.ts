/** Limits of a form; a model within them can be compiled, evaluated and validated in bounded time. */
export const formLimits = {
  fields: 1500,
  columns: 40,
  /** Columns of all tables of a form, and fields of all lists and objects. */
  columnsOfForm: 1500,
  rows: 500,
  /** Fields with fields of their own inside each other: a list, an object in it, a table in that. */
  nesting: 3,
  /** Rows of all tables and lists inside others, in one submission of a form. */
  innerRowsOfForm: 2000,
  options: 2000,
  /** Options of all fields, including those that linkage sets. */
  optionsOfForm: 20_000,
  rulesOfField: 20,
  /** Rules of the library in a form, each of which the server executes at every submission. */
  libraryRulesOfForm: 10,
  linkagesOfField: 50,
  effectsOfLinkage: 10,
  /** Comparisons in all linkage of a form; each value of a compared list counts as one. */
  comparisonsOfForm: 5000,
  /** Files of one field that sets a number of files. */
  files: 500,
  titleLength: 200,
  helpLength: 500,
  /** Characters of an option, a placeholder or the message of a rule. */
  shortTextLength: 200,
  conditionDepth: 8,
  /** Fields and columns with an expression. */
  expressionsOfForm: 200,
  /** Days that a form with working days sends to the browser. */
  exceptionalDays: 4000,
  /** States that patterns may visit, plus comparisons of conditions, for a whole submission. */
  maxPatternCost: 5_000_000,
  /** States of a pattern above which its author is asked to simplify it. */
  cheapPatternStates: 300,
  /** States that all patterns of a form may have. */
  patternStatesOfForm: 20_000,
  /** Characters of all patterns of a form. */
  patternTextOfForm: 60_000,
  /** Bytes in the database of the earlier values of one form of an order; the oldest are removed first. */
  storedChangesBytes: 4_000_000,
  /** Changes of fields in one answer, and about the characters of their values. */
  changesOfAnswer: 100,
  changesLengthOfAnswer: 1_000_000,
  textLength: 20_000,
  /** Characters of a rich text with its markup, checked before it is cleaned. */
  richTextLength: 50_000,
  /** Characters < of a rich text, each of which may begin a tag. */
  richTextTags: 5000,
  /** Elements inside each other in a rich text. */
  richTextDepth: 20,
  richTextPictures: 30,
  /** Characters of pasted markup before it is cleaned; word processors write many times the size of the text. */
  pastedMarkupLength: 500_000,
  /** Characters < of pasted markup before it is cleaned, which decide how long cleaning takes. */
  pastedMarkupTags: 20_000,
  /** Rich texts of one form, because each is cleaned with every submission. */
  richTextsOfForm: 5,
  /** Time for the page in a frame to deliver its input (S1 §9). */
  frameWaitMilliseconds: 8000,
  /** Characters of the delivered input, as JSON. */
  frameContentLength: 256_000,
  interfaces: 50,
  /** Characters of a text that an interface fills into a field. */
  interfaceTextLength: 2000,
  /** Characters of all texts that the options of one answer fill into fields. */
  interfaceFillsLength: 500_000,
  /** Options of a field that an interface lists which a person may choose together. */
  choicesOfField: 200,
  minFrameHeight: 120,
  maxFrameHeight: 4000,
} as const;
