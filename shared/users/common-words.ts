import leaked from './leaked-words.json' with { type: 'json' };

/** Words on which passwords that meet every composition rule are usually based, in lower case and letters only. */
const wordLists = [
  // English words, and words of no particular language
  `password passwort passwd pass passphrase secret secrets letmein letmeinnow welcome welcomeback login logon signin
  admin administrator root superuser user username guest test tester testing testtest demo default changeme changemenow
  change temp temporary temppass temppassword mypassword newpassword oldpassword thepassword password account access
  security secure private monkey dragon master shadow sunshine princess football baseball basketball soccer hockey
  superman batman spiderman starwars pokemon trustno iloveyou iloveu loveyou loveme lovely love lover baby babygirl
  angel angels flower flowers butterfly summer summertime winter spring autumn january february march april may june
  july august september october november december monday tuesday wednesday thursday friday saturday sunday weekend
  holiday holidays christmas halloween easter happy birthday happybirthday freedom whatever nothing something hello
  helloworld hellothere goodbye computer internet laptop windows microsoft google facebook instagram youtube amazon
  apple samsung iphone android chocolate cookie cookies banana orange cherry pepper ginger coffee cheese pizza
  michael jordan jennifer jessica ashley daniel david andrew joshua thomas robert william charlie george harley hunter
  ranger buster maggie tigger killer jackson matthew nicole hannah amanda michelle samantha elizabeth alexander
  liverpool chelsea arsenal manchester manunited barcelona realmadrid juventus london dublin england ireland scotland
  britain europe america canada australia newyork california paris berlin letitbe rockyou metallica nirvana guitar
  music player gamer games gaming playstation xbox mustang ferrari porsche mercedes corvette yamaha
  business company office manager sales service support helpdesk store stores shop shopping retail retailer reseller
  customer customers staff team cashier till counter warehouse delivery return returns repair repairs warranty
  portal console consoles controller website online server system network router backup database oracle cisco
  qwerty qwertyuiop qwertyui qwertyu asdf asdfgh asdfghjkl asdfghjk zxcvbn zxcvbnm zxcv qwe asd qaz qazwsx qazwsxedc
  wsx edc abc abcd abcde abcdef abcdefg abcdefgh xyz poiuytrewq lkjhgfdsa mnbvcxz
  please open opensesame sesame magic wizard merlin phoenix matrix eagle tiger lion panther wolf bear dolphin
  silver golden diamond crystal thunder lightning storm rainbow sunflower snowball peanut biscuit muffin princess
  jesus christ heaven blessed family friends friend forever together always never mother father mum dad mummy daddy
  brother sister son daughter number one first last big little red blue green black white purple yellow pink`,
  // German
  `passwort passwoerter kennwort geheim geheimnis geheimes geheimwort losungswort zugang zugangsdaten anmeldung anmelden
  benutzer benutzername gast verwaltung verwalter chef chefin neu neues neuespasswort meinpasswort meinkennwort
  standard start startklar willkommen hallo halloo hallowelt hallihallo gutenmorgen gutentag servus moin tschuess
  schatz schatzi schnucki hase haeschen hasi maus mausi maeuschen liebe liebling ichliebedich liebedich engel
  sommer fruehling frühling herbst winter januar februar maerz märz april mai juni juli august september oktober
  november dezember montag dienstag mittwoch donnerstag freitag samstag sonntag wochenende urlaub ferien weihnachten
  ostern geburtstag sonne sonnenschein mond sterne stern blume blumen schmetterling regenbogen fussball fußball
  bayern fcbayern bayernmuenchen dortmund borussia schalke werder hamburg berlin muenchen münchen koeln köln frankfurt
  stuttgart wien zuerich zürich deutschland oesterreich österreich schweiz michael thomas andreas stefan daniel
  christian alexander sebastian matthias markus martin peter klaus hans sandra sabine nicole claudia katharina julia
  hund hunde katze katzen pferd pferde tiger drache adler loewe löwe baer bär computer rechner internet telefon handy
  auto motorrad mercedes porsche audi volkswagen schokolade kaffee bier pizza musik gitarre spielen spieler spiel
  spiele konsole konsolen laden geschaeft geschäft filiale markt kasse kassierer verkauf verkaeufer verkäufer lager
  haendler händler fachhandel kunde kunden kundendienst mitarbeiter firma buero büro arbeit werkstatt reparatur
  reparaturen retoure retouren rueckgabe rückgabe garantie lieferung bestellung qwertz qwertzu qwertzui qwertzuiop
  qwertzuiopü asdfghjklö yxcv yxcvb yxcvbn yxcvbnm qayxsw qaywsx qay wsxedc`,
  // French
  `motdepasse motdepass mdp monmotdepasse nouveaumotdepasse passe secret secrets codesecret code acces accès connexion
  connecter identifiant utilisateur invite invité administrateur admin bienvenue bonjour bonsoir salut coucou
  soleil lune etoile étoile fleur fleurs papillon arcenciel amour amours monamour jetaime chouchou cheri chérie doudou
  loulou nounours bisou bisous ange printemps ete été automne hiver janvier fevrier février mars avril mai juin
  juillet aout août septembre octobre novembre decembre décembre lundi mardi mercredi jeudi vendredi samedi dimanche
  vacances noel noël anniversaire liberte liberté egalite fraternite france francais français paris marseille lyon
  toulouse bordeaux bretagne nantes strasbourg lille olympique psg parissaintgermain football chocolat fromage cafe
  café nicolas julien alexandre thomas antoine pierre philippe camille marine isabelle nathalie sophie caroline
  chien chat chaton cheval tigre dragon lapin loup ours ordinateur internet telephone téléphone portable musique
  guitare voiture peugeot renault citroen citroën jeux joueur jouer console consoles magasin magasins boutique caisse
  caissier vendeur vendeuse vente ventes stock entrepot revendeur client clients clientele service equipe équipe
  entreprise bureau travail atelier reparation réparation reparations retour retours garantie livraison commande
  azerty azertyu azertyui azertyuiop qsdf qsdfgh qsdfghjk qsdfghjkl qsdfghjklm wxcv wxcvb wxcvbn aze qsd wxc azeqsd
  azertyqsdf famille maman papa frere frère soeur sœur enfant enfants bebe bébé princesse nouveau`,
];

/** Includes the base words of the most common leaked passwords; `easy-password.test.ts` names the source. */
export const commonWords: ReadonlySet<string> = new Set([...wordLists, leaked].flatMap((list) => list.split(/\s+/)));
