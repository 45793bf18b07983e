export const PROVIDER: string;

export class IdentityDouble {
  open: boolean;
  confirmed: boolean;
  letters: string[];
  providers: Set<string>;
  answer(url: string, body: string): { status: number; body: object };
  disable(email: string): void;
}
