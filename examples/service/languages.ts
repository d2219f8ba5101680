/** The languages of the service beside English, with the texts of its schemas. */
import type { Locale } from "validlib";
import { de } from "validlib/locales/de";
import { fr } from "validlib/locales/fr";

const german: Locale = {
  ...de,
  texts: {
    "An article number is like ABC-1234.": "Eine Artikelnummer ist wie ABC-1234.",
    "Tell us your name.": "Wie heißen Sie?",
    "The passwords differ.": "Die Passwörter sind verschieden.",
    "This address is taken.": "Diese Adresse ist vergeben.",
    "This article comes twice.": "Dieser Artikel kommt zweimal vor.",
    "Your name is in the password.": "Ihr Name steht im Passwort.",
  },
};

const french: Locale = {
  ...fr,
  texts: {
    "An article number is like ABC-1234.": "Un numéro d’article ressemble à ABC-1234.",
    "Tell us your name.": "Indiquez votre nom.",
    "The passwords differ.": "Les mots de passe sont différents.",
    "This address is taken.": "Cette adresse est déjà prise.",
    "This article comes twice.": "Cet article figure deux fois.",
    "Your name is in the password.": "Votre nom figure dans le mot de passe.",
  },
};

export const locales = [german, french];
