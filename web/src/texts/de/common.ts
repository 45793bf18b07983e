import type { common as english } from "../common";
import { number } from "../words";

export const common: typeof english = {
  retry: "Erneut versuchen",
  cancel: "Abbrechen",
  nothing: "nichts",
  priceNotKnown: "Preis unbekannt",
  about: (price) => `etwa ${price}`,
  unpriced: (tokens) => `Preis von ${number(tokens)} Tokens unbekannt`,
  justNow: "gerade eben",
};
