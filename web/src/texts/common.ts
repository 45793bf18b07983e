/** Texts that several rooms share. */
import { said } from "./language";
import { number } from "./words";

export const common = said("common", {
  retry: "Try again",
  cancel: "Cancel",
  nothing: "nothing",
  priceNotKnown: "price not known",
  about: (price: string) => `about ${price}`,
  unpriced: (tokens: number) => `price not known of ${number(tokens)} tokens`,
  justNow: "just now",
});
