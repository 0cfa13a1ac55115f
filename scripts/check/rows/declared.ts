import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Node, SyntaxKind, type TaggedTemplateExpression } from 'typescript/unstable/ast';
import { API, type Checker, type Type, TypeFlags } from 'typescript/unstable/sync';
import { isProduct, placesOf } from '../../../test/support/rowPlaces.ts';

const root = join(import.meta.dirname, '../../..');

/** A template of SQL in the product that says what its rows are. */
export interface DeclaredRow {
  place: string;
  /** `file:line`. */
  at: string;
  type: Type;
}

/** What the compiler knows, until `close`. */
export interface Compiled {
  checker: Checker;
  rows: DeclaredRow[];
  close(): void;
}

/** Asks the compiler for the row types of all statements. A template that is a part of a statement declares none. */
export function declaredRows(): Compiled {
  const api = new API({ cwd: root });
  const project = api.updateSnapshot({ openProjects: [join(root, 'tsconfig.json')] }).getProjects()[0];
  if (!project) throw new Error('tsconfig.json is not to be read');
  const { checker, program } = project;
  const rows = program
    .getSourceFileNames()
    .filter((path) => path.startsWith(`${root}/src/`) && isProduct(path))
    .flatMap((path) => {
      const source = readFileSync(path, 'utf8');
      const file = path.slice(root.length + 1);
      const places = new Map(placesOf(file, source).map(({ at, place }) => [at, place]));
      const tree = places.size > 0 ? program.getSourceFile(path) : undefined;
      if (!tree) return [];
      const templates = templatesOf(tree);
      const types = checker.getTypeAtLocation(templates);
      return templates.flatMap((template, index): DeclaredRow[] => {
        const begin = template.getStart(tree);
        const place = places.get(begin);
        const builder = types[index];
        const argument = builder?.isTypeReference() ? checker.getTypeArguments(builder)[0] : undefined;
        const type = argument?.isTypeParameter() ? checker.getBaseConstraintOfType(argument) : argument;
        if (!place || !type || !isRow(checker, type)) return [];
        return [{ place, at: `${file}:${source.slice(0, begin).split('\n').length}`, type }];
      });
    });
  return { checker, rows, close: () => api.close() };
}

function templatesOf(tree: Node): TaggedTemplateExpression[] {
  const found: TaggedTemplateExpression[] = [];
  const walk = (node: Node): void => {
    if (node.kind === SyntaxKind.TaggedTemplateExpression) {
      const template = node as TaggedTemplateExpression;
      if (template.tag.kind === SyntaxKind.Identifier && template.tag.getText(tree as never) === 'sql')
        found.push(template);
    }
    node.forEachChild(walk);
  };
  walk(tree);
  return found;
}

/** Whether a type is one of rows: an object with names, not a value. */
function isRow(checker: Checker, type: Type): boolean {
  if (type.isUnionType()) return (type.getTypes() ?? []).every((part) => isRow(checker, part));
  const isObject = (type.flags & (TypeFlags.Object | TypeFlags.Intersection)) !== 0;
  return isObject && !['Date', 'Buffer'].includes(type.getSymbol()?.name ?? '') && !checker.isArrayType(type);
}
